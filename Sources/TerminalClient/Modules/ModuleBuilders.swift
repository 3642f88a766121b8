internal import Routing

/// The module builder of each kind of screen content.
final class ModuleBuilders {
    private let builders: [ScreenContent: any ModuleBuilder]

    init(_ builders: [ScreenContent: any ModuleBuilder]) {
        precondition(builders.count == ScreenContent.allCases.count, "each kind of content has a builder")
        self.builders = builders
    }

    /// The module for a path of a tab; a path without a screen gets one that says so.
    func build(_ path: ScreenPath, in tab: Tab, on stack: NavigationStack) -> any Module {
        guard let match = tab.screen(at: path), let builder = builders[match.screen.content] else {
            return MissingScreenModule(tab: tab.id, path: path)
        }
        return builder.build(ScreenPlace(tab: tab, match: match), on: stack)
    }

    /// A tab's root in its stack.
    func makeRoot(of tab: Tab, _ navigation: NavigationFactory) -> NavigationStack {
        navigation.makeStack { build(tab.root, in: tab, on: $0) }
    }
}
