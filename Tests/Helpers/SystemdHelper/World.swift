import Glibc

/// Sets a variable of this program's environment, or removes it.
func setVariable(_ name: String, _ value: String?) {
    if let value {
        unsafe setenv(name, value, 1)
    } else {
        unsafe unsetenv(name)
    }
}

/// Binds to a name in the abstract namespace, which leaves no file behind.
func bindAbstract(_ descriptor: CInt, name: String) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: [0] + name.utf8) }
    let length = MemoryLayout<sa_family_t>.size + 1 + name.utf8.count
    let result = unsafe withUnsafePointer(to: &address) {
        unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            unsafe bind(descriptor, $0, socklen_t(length))
        }
    }
    precondition(result == 0, "bind @\(name): \(errno)")
}
