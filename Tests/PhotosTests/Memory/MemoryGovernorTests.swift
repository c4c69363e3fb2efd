import Photos
import TestSupport
import Testing

/// The division of a memory limit, and the effect of memory pressure on it.
struct MemoryGovernorTests {
  private static let mebibyte = 1 << 20

  private func demand(_ values: [Int]) -> MemoryGovernor.Demand {
    var demand = MemoryGovernor.Demand()
    demand.fixed = values[0]
    demand.shownTextures = values[1]
    demand.textures = values[2]
    demand.decoded = values[3]
    demand.decode = values[4]
    demand.decodeCount = values.count > 5 ? values[5] : 1
    return demand
  }

  @Test(
    "The limit is 300 MiB or a quarter of the memory, unless the user or the control group sets another limit",
    arguments: [
      (nil, 24 << 30, nil, 300), (nil, 512 << 20, nil, 128), (nil, 0, nil, 300),
      (1 << 30, 2 << 30, nil, 1024),
      (nil, 24 << 30, 200 << 20, 150), (-5, 24 << 30, nil, 32), (nil, 24 << 30, 1 << 20, 32),
    ] as [(Int?, Int, Int?, Int)])
  func limits(wanted: Int?, machine: Int, group: Int?, mebibytes: Int) {
    let governor = MemoryGovernor(wanted: wanted, machineBytes: machine, groupBytes: group)
    #expect(governor.limit == mebibytes * Self.mebibyte)
    #expect(governor.allowance == governor.limit)
  }

  @Test("If the limit suffices, each part gets the memory that it demands")
  func enough() {
    let governor = MemoryGovernor(machineBytes: 8 << 30)
    let plan = governor.plan(for: demand([60, 10, 32, 48, 20].map { $0 * Self.mebibyte }))
    #expect(plan.textures == 32 * Self.mebibyte)
    #expect(plan.decoded == 48 * Self.mebibyte)
  }

  @Test("With the smallest limit a plan still has the memory for the shown textures and one decode")
  func nothingLeft() {
    let governor = MemoryGovernor(wanted: 0, machineBytes: 0)
    let plan = governor.plan(for: demand([400 << 20, 50 << 20, 90 << 20, 90 << 20, 30 << 20, 4]))
    #expect(plan.textures == 50 << 20)
    #expect(plan.decoded == 0)
  }

  @Test(
    "Plans for random demands stay within the allowance, and with a larger limit no part gets less memory")
  func randomDemands() {
    var random = SplitMix(seed: 11)
    for _ in 0..<5000 {
      let values = (0..<5).map { _ in
        Int.random(in: 0..<6, using: &random) == 0
          ? [Int.min, -1, 0, .max][Int.random(in: 0..<4, using: &random)]
          : Int.random(in: 0...(400 << 20), using: &random)
      }
      let demand = demand(values + [Int.random(in: -1...8, using: &random)])
      var governor = MemoryGovernor(
        wanted: Int.random(in: 0...(1 << 30), using: &random), machineBytes: 4 << 30)
      governor.update(PressureSample(some: .random(in: 0...20, using: &random)), at: 0)
      let plan = governor.plan(for: demand)
      let fixed = min(max(0, demand.fixed), governor.allowance)
      let shown = max(0, demand.shownTextures)
      let (decode, overflows) = max(0, demand.decode).multipliedReportingOverflow(
        by: max(1, demand.decodeCount))
      guard !overflows, shown < governor.allowance - fixed, decode < governor.allowance - fixed - shown else {
        continue
      }
      #expect(fixed + plan.textures + plan.decoded + decode <= governor.allowance)
      let larger = MemoryGovernor(wanted: governor.allowance * 2, machineBytes: 4 << 30).plan(for: demand)
      #expect(larger.textures >= plan.textures)
      #expect(larger.decoded >= plan.decoded)
    }
  }

  @Test("Memory pressure lowers the allowance immediately; each 30 s without pressure raise it by one step")
  func pressure() {
    var governor = MemoryGovernor(machineBytes: 8 << 30)
    #expect(update(&governor, PressureSample(some: 60, full: 40), 0))
    #expect(governor.allowance == governor.limit / 4)
    #expect(!update(&governor, PressureSample(), 10))
    #expect(!update(&governor, PressureSample(), 39))
    #expect(update(&governor, PressureSample(), 40))
    #expect(governor.level == .tight)
    #expect(!update(&governor, PressureSample(some: 12), 50), "new pressure restarts the wait")
    #expect(!update(&governor, PressureSample(), 60))
    #expect(update(&governor, PressureSample(), 90))
    #expect(governor.level == .normal)
  }

  @Test("A memory warning halves the allowance immediately; the first update 30 s later restores it")
  func warning() {
    var governor = MemoryGovernor(machineBytes: 8 << 30)
    let hasChanged = governor.receiveMemoryWarning(at: 100)
    #expect(hasChanged)
    #expect(governor.allowance == governor.limit / 2)
    #expect(!update(&governor, PressureSample(some: 2), 101))
    // A further warning restarts the wait.
    governor.receiveMemoryWarning(at: 129)
    #expect(!update(&governor, PressureSample(), 158))
    #expect(update(&governor, PressureSample(), 159))
    #expect(governor.level == .normal)
    // No update between the warning and the end of the wait is needed.
    governor.receiveMemoryWarning(at: 160)
    #expect(update(&governor, PressureSample(), 190))
    // Pressure restarts the wait.
    governor.receiveMemoryWarning(at: 190)
    update(&governor, PressureSample(some: 20), 195)
    #expect(!update(&governor, PressureSample(), 221))
    update(&governor, PressureSample(full: 10), 222)
    governor.receiveMemoryWarning(at: 223)
    #expect(governor.level == .critical)
  }

  @discardableResult
  private func update(_ governor: inout MemoryGovernor, _ sample: PressureSample, _ now: Double) -> Bool {
    governor.update(sample, at: now)
  }

  @Test("The kernel's pressure file is parsed, and malformed texts count as no pressure")
  func parsing() {
    let text = """
      some avg10=12.50 avg60=3.00 avg300=0.00 total=712546751
      full avg10=1.25 avg60=0.00 avg300=0.00 total=659068118
      """
    #expect(PressureSample(parsing: text) == PressureSample(some: 12.5, full: 1.25))
    for text in ["", "some", "some avg10=", "some avg10=nan", "full avg10=-1", "some avg10=1e300", "\n\n= ="]
    {
      #expect(PressureSample(parsing: text) == PressureSample(), "\(text)")
    }
  }

  @Test("The limit files of the process's control group and of all groups above it are found")
  func groups() {
    #expect(
      SystemMemory.limitFiles(forGroups: "0::/user.slice/app\n") == [
        "/sys/fs/cgroup/user.slice/app/memory.max", "/sys/fs/cgroup/user.slice/memory.max",
        "/sys/fs/cgroup/memory.max",
      ])
    #expect(
      SystemMemory.limitFiles(forGroups: "5:cpu:/a\n4:memory:/b\nnonsense\n7::\n0::/../x") == [
        "/sys/fs/cgroup/memory/b/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.limit_in_bytes",
        "/sys/fs/cgroup/memory.max",
      ])
    #expect(SystemMemory.parseLimit("1048576\n") == 1 << 20)
    for text in ["max\n", "", "9223372036854771712", "-1", "0"] {
      #expect(SystemMemory.parseLimit(text) == nil)
    }
  }

  @Test("The memory of this machine can be read")
  func system() {
    #expect(SystemMemory.machineBytes > 1 << 26)
    #expect((0...100).contains(SystemMemory.pressure.some))
  }

  @Test("One decode may exceed the default limit, but not a limit that the user set")
  func decodeLimit() {
    let (gigabyte, megabyte) = (1 << 30, 1 << 20)
    #expect(MemoryGovernor(machineBytes: 16 * gigabyte).decodeLimit == gigabyte)
    #expect(MemoryGovernor(machineBytes: 2 * gigabyte).decodeLimit == 512 * megabyte)
    #expect(MemoryGovernor(machineBytes: 0).decodeLimit == gigabyte)
    #expect(
      MemoryGovernor(machineBytes: 16 * gigabyte, groupBytes: 400 * megabyte).decodeLimit == 300 * megabyte)
    #expect(MemoryGovernor(wanted: 200 * megabyte, machineBytes: 16 * gigabyte).decodeLimit == 200 * megabyte)
  }

  @Test("Decodes that run at the same time take at most a quarter of the limit, or 24 MiB each")
  func concurrentDecodes() {
    let (gigabyte, megabyte) = (1 << 30, 1 << 20)
    let governor = MemoryGovernor(machineBytes: 16 * gigabyte)
    #expect(governor.concurrentDecodeLimit(for: 1) == 75 * megabyte)
    #expect(governor.concurrentDecodeLimit(for: 3) == 25 * megabyte)
    #expect(governor.concurrentDecodeLimit(for: 4) == 24 * megabyte)
    #expect(governor.concurrentDecodeLimit(for: 0) == 75 * megabyte)
    #expect(MemoryGovernor(wanted: 8 << 30, machineBytes: 0).concurrentDecodeLimit(for: 2) == gigabyte)
    #expect(MemoryGovernor(wanted: 0, machineBytes: 0).concurrentDecodeLimit(for: 1) == 24 * megabyte)
  }

  @Test("The memory of the decodes that may run at the same time is set aside before the caches get theirs")
  func leastDecodes() {
    let governor = MemoryGovernor(wanted: 200 << 20, machineBytes: 0)
    var demand = demand([70, 20, 20, 1000, 30].map { $0 * Self.mebibyte })
    #expect(governor.plan(for: demand).decoded == 60 * Self.mebibyte)
    demand.decodeCount = 3
    #expect(governor.plan(for: demand).decoded == 15 * Self.mebibyte)
    demand.decodeCount = .min
    #expect(governor.plan(for: demand).decoded == 60 * Self.mebibyte)
    demand.decodeCount = .max
    demand.decode = .max
    #expect(governor.plan(for: demand).decoded == 0)
  }

  @Test("While a large decode runs, the caches shrink by its memory, and the shown textures stay")
  func largeDecode() {
    let governor = MemoryGovernor(machineBytes: 8 << 30)
    var demand = demand([70, 20, 40, 100, 30].map { $0 * Self.mebibyte })
    let usual = governor.plan(for: demand)
    #expect(usual.textures == 40 * Self.mebibyte)
    #expect(usual.decoded == 100 * Self.mebibyte)
    demand.largeDecode = 150 * Self.mebibyte
    let plan = governor.plan(for: demand)
    #expect(plan.textures >= 20 * Self.mebibyte)
    #expect(plan.textures + plan.decoded <= 50 * Self.mebibyte)
    demand.largeDecode = .max
    #expect(governor.plan(for: demand).textures == 20 * Self.mebibyte)
    #expect(governor.plan(for: demand).decoded == 0)
  }
}
