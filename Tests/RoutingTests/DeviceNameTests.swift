import Routing
import Testing

@Suite struct DeviceNameTests {
    @Test(arguments: ["a", "9", "laptop", "my-laptop_2.home", String(repeating: "x", count: 32)])
    func name_MayBeUsed(name: String) { #expect(DeviceName.fault(in: name) == nil) }

    @Test(arguments: [
        "", "Laptop", "a b", "-a", ".a", "_a", "ä", "a\u{1B}[2J", "a/b", "a\n", String(repeating: "x", count: 33),
    ])
    func name_HasAFault(name: String) {
        let fault = DeviceName.fault(in: name)
        #expect(fault?.isEmpty == false)
        #expect(fault?.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } == true)
    }
}
