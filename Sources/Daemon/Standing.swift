internal import Wire

/// What a connection is to the owner of an inbox: it decides which calls are answered at all.
enum Standing {
    /// On client.sock: the kernel says who it is.
    case local
    /// On remote.sock, and nobody yet.
    case stranger
    /// On remote.sock, let in.
    case device

    /// Why a call is refused whatever it says; nil: it is looked at.
    func refusal(of call: ClientCall) -> WireError? {
        switch (self, call) {
        // Its version is judged first.
        case (.stranger, .hello), (.stranger, .authenticate), (.stranger, .requestDevice), (.stranger, .confirmDevice):
            nil
        case (.stranger, _): Self.notAuthenticated
        case (.device, .authenticate), (.device, .requestDevice), (.device, .confirmDevice):
            WireError(.invalidRequest, "this connection was let in already")
        case (.device, .devices), (.device, .approve), (.device, .deny), (.device, .revoke):
            WireError(.notPermitted, "only the owner, at client.sock, looks after devices")
        case (.device, .removeFollower):
            WireError(.notPermitted, "only the owner, at client.sock, removes followers")
        case (.device, .tableReload), (.device, .tableCheck), (.device, .tableDiff):
            WireError(.notPermitted, "the table's files are not a device's business")
        case (.device, .hello(let hello)) where hello.role == .follower:
            WireError(.notPermitted, "a device is no follower: events would be kept for it", field: "role")
        case (.local, .authenticate), (.local, .requestDevice), (.local, .confirmDevice), (.local, .followTabs):
            WireError(.invalidRequest, "this is for remote.sock: here the kernel says who you are", field: "method")
        case (.device, _), (.local, _): nil
        }
    }

    static let notAuthenticated = WireError(
        .notAuthenticated, "show a token with authenticate, or ask to be let in with device.request")
}

extension PeerLink {
    var standing: Standing {
        switch door {
        case .notify, .client: .local
        case .remote: device == nil ? .stranger : .device
        }
    }
}
