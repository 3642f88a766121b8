/// The one current scene. Replacing it releases the old one and all under it. It builds none, and ordinary moves never
/// come here: they push.
final class RootSwitcher {
    private(set) var current: any Scene

    init(_ scene: any Scene) {
        current = scene
        scene.show()
    }

    func replace(with scene: any Scene) {
        current.cover()
        current = scene
        scene.show()
    }
}
