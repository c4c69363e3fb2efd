internal import CRasterKernels

/// Whether this processor has the vector instructions that the fast inner loops need; else plain Swift does
/// it, with a sampler for vectors of any kind.
package let hasVectorKernels = craster_is_supported()
