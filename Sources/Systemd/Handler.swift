internal import CSystemd
internal import Glibc

/// What sd-event holds for a source: the loop that hears of errors, and the Swift closure.
///
/// The C functions below are where C enters Swift. None lets an error out: it is kept by the loop, which then ends.
final class Handler<Body> {
    // The source's owner keeps the loop alive, and a running loop keeps itself.
    unowned let loop: EventLoop
    let body: Body

    init(loop: EventLoop, body: Body) {
        self.loop = loop
        self.body = body
    }
}

typealias IOBody = (IOEvents) throws -> Void
typealias PlainBody = () throws -> Void

func ioReady(_: OpaquePointer?, _: CInt, _ events: UInt32, _ userdata: UnsafeMutableRawPointer?) -> CInt {
    unsafe call(userdata) { (body: IOBody) in try body(IOEvents(rawValue: events)) }
}

func timePassed(_: OpaquePointer?, _: UInt64, _ userdata: UnsafeMutableRawPointer?) -> CInt {
    unsafe call(userdata) { (body: PlainBody) in try body() }
}

func signalArrived(
    _: OpaquePointer?, _: UnsafePointer<signalfd_siginfo>?, _ userdata: UnsafeMutableRawPointer?
) -> CInt {
    unsafe call(userdata) { (body: PlainBody) in try body() }
}

func directoryChanged(
    _: OpaquePointer?, _: UnsafePointer<inotify_event>?, _ userdata: UnsafeMutableRawPointer?
) -> CInt {
    unsafe call(userdata) { (body: PlainBody) in try body() }
}

func workDeferred(_: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?) -> CInt {
    unsafe call(userdata) { (body: PlainBody) in try body() }
}

func releaseHandler(_ userdata: UnsafeMutableRawPointer?) {
    guard let userdata = unsafe userdata else {
        return
    }
    // One callback frees the boxes of every closure type: a release needs no type.
    unsafe Unmanaged<AnyObject>.fromOpaque(userdata).release()
}

private func call<Body>(_ userdata: UnsafeMutableRawPointer?, _ invoke: (Body) throws -> Void) -> CInt {
    guard let userdata = unsafe userdata else {
        preconditionFailure("sd-event came back without the userdata that we gave")
    }
    let handler = unsafe Unmanaged<Handler<Body>>.fromOpaque(userdata).takeUnretainedValue()
    do {
        try invoke(handler.body)
    } catch {
        handler.loop.fail(error)
    }
    return 0
}
