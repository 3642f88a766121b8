internal import Client
internal import Terminal
internal import Text

/// Client and daemon have no version of the protocol in common. It cannot be skipped; what is to be installed, and on
/// which side, is said.
struct UpdateRequiredViewModel: ViewModelType {
    enum Input: ScreenInput {
        case screen(ScreenEvent)
    }

    enum Effect: Equatable {}

    /// Whose daemon it is, which decides how it is restarted.
    enum Place: Equatable {
        case user, system, remote

        init(of place: DaemonLink.Place) {
            self = place.isRemote ? .remote : SocketPaths.isSystems(place.path) ? .system : .user
        }
    }

    /// What the daemon said.
    let message: String
    /// The versions that this client speaks.
    let ours: [Int64]
    /// Those of the daemon; none: it did not say.
    let daemon: [Int64]
    let place: Place

    /// What is to be said, in parts that a small screen gives up from the end.
    struct Output: Equatable {
        var title: String
        var remedy: String
        /// A command for it; nil: there is nothing to restart.
        var command: String?
        var message: String
    }

    func transform(_ input: Input, _ state: inout Int) -> (Output, [Effect]) {
        (Output(title: title, remedy: remedy, command: isClientOlder == true ? nil : restart, message: message), [])
    }

    /// Which side is behind; nil: nobody said.
    private var isClientOlder: Bool? {
        guard let mine = ours.max(), let its = daemon.max() else { return nil }
        return mine < its
    }

    private var title: String {
        switch isClientOlder {
        case true?: "This deeplink is older than its deeplinkd"
        case false?: "The running deeplinkd is older than this deeplink"
        case nil: "This deeplink and the running deeplinkd do not understand each other"
        }
    }

    private var remedy: String {
        if isClientOlder == true {
            let version = daemon.max().map { " that speaks version \($0)" } ?? ""
            return "Upgrade here: install a deeplink\(version), then start it again."
        }
        let there = place == .remote ? "on the daemon's machine" : "here"
        guard isClientOlder == false, let version = ours.max() else {
            return "Install the same version of both, then restart the daemon \(there):"
        }
        return "Upgrade \(there): install a deeplinkd that speaks version \(version), then restart it:"
    }

    private var restart: String {
        switch place {
        case .user: "systemctl --user restart deeplinkd.service"
        case .system: "sudo systemctl restart deeplinkd.service"
        case .remote: "systemctl --user restart deeplinkd.service"
        }
    }
}

/// The update's text, whatever room there is.
struct UpdateRequiredView: View {
    func draw(_ output: UpdateRequiredViewModel.Output, rows: Int, columns: Int) -> Frame {
        var form = Form(columns: columns)
        form.add(.useful, output.title, style: .bold)
        form.add(.needed, output.remedy)
        if let command = output.command { form.add(.useful, "  " + command) }
        form.addAir()
        form.add(.explaining, output.message, style: .dim)
        form.addAir()
        form.add(.explaining, Line("q", style: .bold) + Line(" quits; it is tried again by itself"))
        return form.draw(rows: rows, columns: columns)
    }
}
