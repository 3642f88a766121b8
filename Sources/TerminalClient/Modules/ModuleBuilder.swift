internal import Routing

/// A screen to be built: found in a tab at a concrete path.
struct ScreenPlace {
    let tab: Tab
    let match: ScreenMatch

    var place: ModulePlace { .screen(tab: tab.id, match.path) }

    /// The screens one step further down: those whose pattern is this path and literal segments, the shortest first.
    var children: [ScreenPath] {
        var found: [ScreenPath] = []
        for screen in tab.screens {
            if let path = screen.pattern.literalExtension(of: match.path), tab.screen(at: path) != nil,
                !found.contains(where: { path.properPrefixes.contains($0) })
            {
                found.removeAll { $0.properPrefixes.contains(path) }
                found.append(path)
            }
        }
        return found.map { path in
            path.asking(match.path.query, for: tab.screen(at: path)?.screen.query ?? [])
        }
    }
}

extension PathPattern {
    /// The path that this pattern matches below another, if everything below is literal.
    fileprivate func literalExtension(of path: ScreenPath) -> ScreenPath? {
        guard segments.count > path.segments.count else { return nil }
        var further: [String] = []
        for segment in segments.dropFirst(path.segments.count) {
            guard case .literal(let text) = segment else { return nil }
            further.append(text)
        }
        do throws(PathFailure) {
            let longer = try ScreenPath(segments: path.segments + further)
            return captures(of: longer) == nil ? nil : longer
        } catch {
            return nil
        }
    }
}

/// Assembles the view, view model, interactor and module router of one kind of screen. It never navigates.
protocol ModuleBuilder: AnyObject {
    /// A module for a place, to stand on a stack, which its router holds weakly.
    func build(_ place: ScreenPlace, on stack: NavigationStack) -> any Module
}
