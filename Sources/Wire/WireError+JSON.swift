public import JSON

extension WireError {
    /// What the JSON reader refused, as an answer.
    public init(_ error: JSONError) {
        let reason: Reason =
            switch error.reason {
            case .duplicateKey: .duplicateKey
            default: .malformed
            }
        // The reader's text begins with the place, which `offset` tells already.
        self.init(reason, String("\(error)".dropFirst("byte \(error.offset): ".count)), offset: error.offset)
    }

    /// Reads an `error` object; a member that is missing or strange is left out.
    public init(wire node: JSONNode) {
        let data = node["data"]
        let named = data?["reason"]?.string.flatMap(Reason.init(rawValue:))
        let byCode = node["code"]?.integer.flatMap { code in Reason.allCases.first { $0.code == code } }
        self.init(
            named ?? byCode ?? .internalError, node["message"]?.string ?? "an error without a message",
            field: data?["field"]?.string, offset: data?["offset"]?.integer.map(Int.init(clamping:)),
            mayRetry: data?["retry"]?.boolean ?? false,
            retryAfter: data?["retry_after"]?.integer.map(Int.init(clamping:)),
            triesLeft: data?["tries_left"]?.integer.map(Int.init(clamping:)),
            versions: data?["versions"]?.elements?.compactMap(\.integer))
    }

    /// Writes the members of an `error` object.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("code", reason.code)
        writer.member("message", message)
        writer.member(
            "data",
            object: { data in
                data.member("reason", reason.rawValue)
                data.member("field", ifPresent: field)
                data.member("offset", ifPresent: offset)
                data.member("retry", mayRetry)
                data.member("retry_after", ifPresent: retryAfter)
                data.member("tries_left", ifPresent: triesLeft)
                if let versions {
                    data.member("versions", array: { list in for version in versions { list.value(version) } })
                }
            })
    }
}
