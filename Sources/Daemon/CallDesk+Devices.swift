internal import InboxStore
internal import Posix
internal import RouteConfiguration
internal import Routing
internal import Sodium
internal import Wire

/// What devices say to be let in, and what their owners say about them.
extension CallDesk {
    // MARK: Devices

    func take(_ call: Authenticate, from peer: PeerLink, _ effects: inout Effects) throws -> Nothing {
        try demandOwner(call.owner)
        guard let device = try enrolments.device(call) else {
            let refusal = WireError(.notPermitted, "this device and token are not known here")
            // Who tries tokens is in the journal.
            effects.refused.append((peer, refusal))
            throw refusal
        }
        enrolments.admit(peer, as: device)
        effects.admitted.append((peer, .token))
        effects.deviceNews.append(
            Effects.DeviceNews(what: .came, inbox: device.inbox, device: device.name, peer: peer))
        return Nothing()
    }

    func take(_ call: DeviceRequest, from peer: PeerLink, at now: Moment, _ effects: inout Effects) throws
        -> DeviceRequest.Answer
    {
        try demandOwner(call.owner)
        guard let inbox = enrolments.owners.uid(named: call.owner) else {
            throw WireError(.notFound, "there is no such user here", field: "owner")
        }
        try judgeName(call, in: inbox)
        let wish = Enrolment.Wish(inbox: inbox, device: call.device, isLogin: call.isLogin)
        let asker = Enrolment.Asker(peer: peer.number, uid: peer.credentials.uid, unit: peer.unit)
        let code = enrolments.secrets.code(digits: WireLimits.codeDigits)
        let (asking, dropped) = try enrolments.enrolment.ask(for: wish, asker, code: code, at: now.boot)
        if let dropped { try enrolments.tell(dropped, "expired", at: now, &effects) }
        guard try enrolments.mayTell(of: wish) else {
            enrolments.enrolment.end(asking.request, as: .expired)
            throw WireError(
                .quota, "the owner has \(DaemonLimits.unseenRequests) other requests to look at first", mayRetry: true)
        }
        guard let cell = try enrolments.tell(asking, "requested", at: now, &effects) else {
            enrolments.enrolment.end(asking.request, as: .expired)
            throw WireError(.quota, "the owner's inbox is full", mayRetry: true)
        }
        enrolments.enrolment.setCell(cell, of: asking.request)
        effects.deviceNews.append(Effects.DeviceNews(what: .asked, inbox: inbox, device: call.device, peer: peer))
        return DeviceRequest.Answer(expiresIn: WireLimits.codeSeconds, resendAfter: WireLimits.resendSeconds)
    }

    /// Where there are many inboxes, one must be named.
    private func demandOwner(_ owner: String?) throws(WireError) {
        guard enrolments.owners.mustBeNamed, owner == nil else { return }
        throw WireError(.missingField, "owner is missing: whose inbox of this machine?", field: "owner")
    }

    /// A new device has a name of its own, one that comes again a known one.
    private func judgeName(_ call: DeviceRequest, in inbox: UInt32) throws {
        let isKnown = try store.device(inbox: inbox, name: call.device) != nil
        switch (isKnown, call.isLogin) {
        case (true, false):
            throw WireError(
                .nameTaken, "\(call.device) was let in before: log in as it, or take another name", field: "device")
        case (false, true):
            throw WireError(.notFound, "no device \(call.device) was let in: sign it up", field: "device")
        case (false, false):
            if try store.devices(inbox: inbox).count >= InboxStore.maximumDevices { throw EnrolmentDesk.full }
        case (true, true): break
        }
    }

    func take(_ call: DeviceConfirm, from peer: PeerLink, at now: Moment, _ effects: inout Effects) throws
        -> DeviceGrant
    {
        let verdict = enrolments.enrolment.judge(
            call.code, from: peer.number, at: now.boot, areEqual: enrolments.secrets.areEqual)
        switch verdict {
        case .right(let asking): return try letIn(asking, peer, .code, at: now, &effects)
        case .ended(let end): throw end.error
        case .neverAsked: throw WireError(.invalidRequest, "ask with device.request first")
        case .wrong(let asking, let isOver):
            if isOver {
                try enrolments.tell(asking, "expired", at: now, &effects)
                let wish = asking.wish
                effects.deviceNews.append(
                    Effects.DeviceNews(what: .triesUsedUp, inbox: wish.inbox, device: wish.device, peer: peer))
            }
            throw WireError(.wrongCode, "that is not the code", field: "code", triesLeft: asking.triesLeft)
        }
    }

    private func letIn(
        _ asking: Enrolment.Asking, _ peer: PeerLink, _ how: Effects.Admittance, at now: Moment,
        _ effects: inout Effects
    ) throws -> DeviceGrant {
        let grant = try enrolments.grant(asking.wish, to: peer, at: now, &effects)
        enrolments.enrolment.end(asking.request, as: nil)
        try enrolments.tell(asking, "approved", at: now, &effects)
        effects.admitted.append((peer, how))
        effects.deviceNews.append(
            Effects.DeviceNews(what: .approved(how), inbox: asking.wish.inbox, device: asking.wish.device, peer: peer))
        return grant
    }

    func take(_ call: DeviceFollow, from peer: PeerLink, _ effects: inout Effects) throws -> Nothing {
        guard let device = peer.device else { throw Standing.notAuthenticated }
        let known = Set(tables.loaded.table.factory.tabs.map(\.id))
        if let stranger = call.tabs?.first(where: { !known.contains($0) }) {
            throw WireError(.notFound, "there is no tab \(stranger.prefix(32))", field: "tabs")
        }
        try store.setFollows(inbox: device.inbox, device: device.name, tabs: call.tabs)
        effects.follows.append((device, call.tabs))
        return Nothing()
    }

    // MARK: Owners

    func devices(of inbox: UInt32, at now: Moment) throws -> DevicesList.Answer {
        let attached = enrolments.server.peers.values.compactMap(\.device).filter { $0.inbox == inbox }.map(\.name)
        let devices = try store.devices(inbox: inbox).map {
            Device(
                name: $0.name, since: $0.since, seen: $0.seen, isAttached: attached.contains($0.name),
                follows: $0.follows)
        }
        let requests = enrolments.enrolment.asking(in: inbox, at: now.boot).map { asking in
            PendingDevice(
                request: asking.request, cell: asking.cell, device: asking.wish.device, isLogin: asking.wish.isLogin,
                code: asking.code, uid: asking.asker.uid, unit: asking.asker.unit,
                expiresIn: Int((asking.expires - now.boot + 999) / 1000), triesLeft: asking.triesLeft)
        }
        return DevicesList.Answer(devices: devices, requests: requests)
    }

    func take(_ call: DeviceApprove, in inbox: UInt32, at now: Moment, _ effects: inout Effects) throws -> Nothing {
        let (asking, peer) = try waiting(call.request, in: inbox, at: now)
        let grant = try letIn(asking, peer, .owner, at: now, &effects)
        effects.notices.append((peer, DeviceApproved(grant: grant).line(id: nil)))
        return Nothing()
    }

    func take(_ call: DeviceDeny, in inbox: UInt32, at now: Moment, _ effects: inout Effects) throws -> Nothing {
        let (asking, peer) = try waiting(call.request, in: inbox, at: now)
        try deny(asking, peer, at: now, &effects)
        return Nothing()
    }

    private func deny(_ asking: Enrolment.Asking, _ peer: PeerLink, at now: Moment, _ effects: inout Effects) throws {
        enrolments.enrolment.end(asking.request, as: .denied)
        try enrolments.tell(asking, "denied", at: now, &effects)
        effects.notices.append((peer, DeviceDenied().line(id: nil)))
        effects.deviceNews.append(
            Effects.DeviceNews(what: .denied, inbox: asking.wish.inbox, device: asking.wish.device, peer: peer))
    }

    private func waiting(_ request: Int64, in inbox: UInt32, at now: Moment) throws(WireError)
        -> (asking: Enrolment.Asking, peer: PeerLink)
    {
        guard let asking = enrolments.enrolment.asking(request, in: inbox, at: now.boot),
            let peer = enrolments.server.peers[asking.asker.peer], !peer.hasHungUp
        else { throw WireError(.notFound, "nobody waits under request \(request) any more", field: "request") }
        return (asking, peer)
    }

    func take(_ call: DevicesRevoke, in inbox: UInt32, at now: Moment, _ effects: inout Effects) throws -> Nothing {
        guard try store.removeDevice(inbox: inbox, name: call.device) else {
            throw WireError(.notFound, "there is no device \(call.device)", field: "device")
        }
        enrolments.close(call.device, of: inbox, "the owner revoked this device", &effects)
        // A code that was shown before would let it in again.
        if let asking = enrolments.enrolment.asking(under: call.device, in: inbox),
            let peer = enrolments.server.peers[asking.asker.peer]
        {
            try deny(asking, peer, at: now, &effects)
        }
        effects.deviceNews.append(Effects.DeviceNews(what: .revoked, inbox: inbox, device: call.device, peer: nil))
        return Nothing()
    }
}
