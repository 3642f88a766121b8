internal import Wire

/// Asks the daemon about devices, and tells it the owner's decisions.
final class DeviceDesk {
    private let link: DaemonLink

    init(link: DaemonLink) {
        self.link = link
    }

    func perform(_ effect: DeviceApproval.Effect, then: @escaping (DeviceApproval.Input) -> Void) {
        switch effect {
        case .list: link.call(DevicesList()) { then(.listed($0)) }
        case .approve(let request):
            link.call(DeviceApprove(request: request)) { then(.decided(isApproval: true, $0)) }
        case .deny(let request):
            link.call(DeviceDeny(request: request)) { then(.decided(isApproval: false, $0)) }
        }
    }
}
