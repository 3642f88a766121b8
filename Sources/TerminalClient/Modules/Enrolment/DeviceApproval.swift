internal import Text
internal import Wire

/// What the cell of a device that wants to be let in shows besides, and its two keys. Whether such a request exists is
/// the daemon's word (`devices.list`), never the cell's: any sender may call his cell so.
struct DeviceApproval: Equatable {
    /// The kind of such cells.
    static let kind = "device.signup"

    enum Input: Equatable {
        case listed(Result<DevicesList.Answer, WireError>)
        case decided(isApproval: Bool, Result<Nothing, WireError>)
    }

    enum Effect: Equatable {
        case list
        case approve(Int64)
        case deny(Int64)
    }

    private var cell: Int64?
    private(set) var request: PendingDevice?
    private var isWaiting = false
    /// What became of it, or why not.
    private var note: String?

    /// The cell is this now.
    mutating func show(_ cell: CellSummary) -> [Effect] {
        guard cell.kind == Self.kind, cell.state == "requested" else {
            self.cell = nil
            request = nil
            return []
        }
        self.cell = cell.id
        return [.list]
    }

    mutating func take(_ input: Input) {
        switch input {
        case .listed(.success(let answer)):
            request = answer.requests.first { $0.cell == cell }
            if request != nil, !isWaiting { note = nil }
        case .decided(let isApproval, .success):
            isWaiting = false
            note = isApproval ? "You let it in." : "You did not let it in."
            request = nil
        case .listed(.failure(let error)), .decided(_, .failure(let error)):
            isWaiting = false
            note = error.message
        }
    }

    /// What a key does; nil: it is none of its keys, or there is nothing to decide.
    mutating func perform(_ action: Action) -> [Effect]? {
        guard action == .approve || action == .deny, let request, !isWaiting else { return nil }
        isWaiting = true
        return [action == .approve ? .approve(request.request) : .deny(request.request)]
    }

    var lines: [Line] {
        let result = note.map { [Line(), Line($0, style: .bold)] } ?? []
        guard let request else { return result }
        let from = "uid \(request.uid)" + (request.unit.map { " (\($0))" } ?? "")
        let left = "good for \((request.expiresIn + 59) / 60) min and \(request.triesLeft) tries"
        return [
            Line(),
            Line("Device  ", style: .dim) + Line(request.device, style: .bold)
                + Line(request.isLogin ? ", known, without its token" : ", for the first time"),
            Line("From    ", style: .dim) + Line(from),
            Line("Code    ", style: .dim) + Line(request.code, style: .bold) + Line("  \(left)", style: .dim),
            Line(),
            Line("a", style: .bold) + Line(" lets it in · ") + Line("D", style: .bold) + Line(" does not · ")
                + Line("or type the code there", style: .dim),
        ] + result
    }
}
