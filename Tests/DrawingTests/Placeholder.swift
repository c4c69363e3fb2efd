// Placeholder of the skeleton; replaced as the module is built.
