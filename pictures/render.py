"""Makes the pictures of the site and of the demo catalogue: renders each scene, then encodes it in five widths.

python -m venv .venv && .venv/bin/pip install -r pictures/requirements.txt
.venv/bin/python pictures/render.py                 every picture that is missing
.venv/bin/python pictures/render.py gallery-02      these, again
.venv/bin/python pictures/render.py --preview DIR gallery-02    small and quick, as DIR/gallery-02.png
"""

import argparse
import importlib
import multiprocessing
import pkgutil
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import scenes  # noqa: E402

# Kind of picture: folder, master size in pixels, widths, samples per pixel.
WIDE = ("site", (1200, 800), (320, 480, 720, 960, 1200), 12)
TILE = ("site", (960, 720), (160, 320, 480, 720, 960), 14)
PRODUCT = ("products", (960, 720), (160, 320, 480, 720, 960), 10)
QUALITY = {"avif": 55, "webp": 76}


def catalogue():
    """Every picture by name: its kind and the function that builds its scene."""
    found = {}
    for module in pkgutil.iter_modules(scenes.__path__):
        for name, build in importlib.import_module(f"scenes.{module.name}").SCENES.items():
            found[name] = (kind_of(name), build)
    return found


def kind_of(name):
    if name == "hero" or name.startswith("gallery-"):
        return WIDE
    return TILE if name.startswith("service-") else PRODUCT


def render(name, target, preview=False):
    """Builds and renders one scene; in a process of its own, as Blender keeps what it has loaded."""
    import bpy
    import studio

    (_, (width, height), _, samples), build = catalogue()[name]
    if preview:
        width, height, samples = width * 2 // 5, height * 2 // 5, 12
    studio.begin(width, height, samples)
    build()
    bpy.context.scene.render.filepath = str(target)
    bpy.ops.render.render(write_still=True)


def encode(name, master):
    from PIL import Image

    folder, _, widths, _ = kind_of(name)
    picture = Image.open(master).convert("RGB")
    for width in widths:
        small = picture.resize((width, round(picture.height * width / picture.width)), Image.Resampling.LANCZOS)
        for suffix, quality in QUALITY.items():
            options = {"speed": 5} if suffix == "avif" else {"method": 6}
            small.save(HERE / folder / f"{name}-{width}.{suffix}", quality=quality, **options)
    if name == "hero":
        social = picture.resize((1200, 800)).crop((0, 85, 1200, 715))
        social.save(HERE / "site" / "social.jpg", quality=82, optimize=True, progressive=True)


def missing(name):
    folder, _, widths, _ = kind_of(name)
    return not (HERE / folder / f"{name}-{widths[-1]}.avif").exists()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--preview", metavar="DIR", type=Path)
    options = parser.parse_args()
    for folder in ("site", "products"):
        (HERE / folder).mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        for name in options.names or filter(missing, sorted(catalogue())):
            master = (options.preview or Path(scratch)) / f"{name}.png"
            worker = multiprocessing.Process(target=render, args=(name, master, options.preview is not None))
            worker.start()
            worker.join()
            if worker.exitcode != 0:
                sys.exit(f"{name} could not be rendered")
            if not options.preview:
                encode(name, master)


if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    main()
