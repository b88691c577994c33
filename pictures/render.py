"""Makes the pictures of the site and of the demo catalogue: renders each scene, then encodes it in its widths.

python -m venv .venv && .venv/bin/pip install -r pictures/requirements.txt
.venv/bin/python pictures/render.py                 every picture that is missing
.venv/bin/python pictures/render.py gallery-02      these, again
.venv/bin/python pictures/render.py --preview DIR gallery-02    small and quick, as DIR/gallery-02.png
.venv/bin/python pictures/render.py --encode        the files again, from the renders that are kept in target/pictures
"""

import argparse
import importlib
import multiprocessing
import pkgutil
import sys
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
MASTERS = HERE.parent / "target" / "pictures"
sys.path.insert(0, str(HERE))

import scenes  # noqa: E402


class Kind(NamedTuple):
    """What a picture is made as: its folder, the size of its render in pixels, its widths, samples per pixel."""

    folder: str
    size: tuple[int, int]
    widths: tuple[int, ...]
    samples: int


HERO = Kind("site", (1920, 1280), (480, 720, 960, 1440, 1920), 18)
WIDE = Kind("site", (1200, 800), (320, 480, 720, 960, 1200), 11)
TILE = Kind("site", (960, 720), (160, 320, 480, 720, 960), 14)
VAN = Kind("site", (1920, 1440), (480, 720, 960, 1440, 1920), 9)
FACE = Kind("site", (800, 800), (160, 320, 480, 800), 14)
PRODUCT = Kind("products", (1280, 960), (160, 320, 480, 720, 960, 1280), 6)

# Every width is kept as AVIF; browsers that do not read it get WebP in two.
QUALITY = {"avif": 70, "webp": 82}
WEBP = (480, 960)


def catalogue():
    """Every picture by name: its kind and the function that builds its scene."""
    import bpy  # noqa: F401  brings along what scenes import

    found = {}
    for module in pkgutil.iter_modules(scenes.__path__):
        for name, build in importlib.import_module(f"scenes.{module.name}").SCENES.items():
            found[name] = (kind_of(name), build)
    return found


def names():
    return sorted(catalogue())


def kind_of(name):
    if name == "hero":
        return HERO
    if name == "van":
        return VAN
    if name.startswith("gallery-"):
        return WIDE
    if name.startswith("team-"):
        return FACE
    return TILE if name.startswith("service-") else PRODUCT


def render(name, target, preview=False):
    """Builds and renders one scene; in a process of its own, as Blender keeps what it has loaded."""
    import bpy
    import studio

    (_, (width, height), _, samples), build = catalogue()[name]
    if preview:
        width, height, samples = width * 3 // 10, height * 3 // 10, 10
    studio.begin(width, height, samples)
    build()
    bpy.context.scene.render.filepath = str(target)
    bpy.ops.render.render(write_still=True)


def encode(name, master):
    from PIL import Image

    kind = kind_of(name)
    picture = Image.open(master).convert("RGB")
    for old in files(name):
        old.unlink()
    for width in kind.widths:
        small = picture.resize((width, round(picture.height * width / picture.width)), Image.Resampling.LANCZOS)
        small.save(file(name, width, "avif"), quality=QUALITY["avif"], speed=4)
        if width in WEBP or width == 800:
            small.save(file(name, width, "webp"), quality=QUALITY["webp"], method=6)
    if name == "hero":
        social = picture.resize((1200, 800)).crop((0, 85, 1200, 715))
        social.save(HERE / "site" / "social.jpg", quality=82, optimize=True, progressive=True)


def file(name, width, suffix):
    return HERE / kind_of(name).folder / f"{name}-{width}.{suffix}"


def files(name):
    """All files of a picture, in whatever widths."""
    for path in (HERE / kind_of(name).folder).glob(f"{name}-*"):
        if path.stem.removeprefix(f"{name}-").isdigit():
            yield path


def missing(name):
    return not file(name, kind_of(name).widths[-1], "avif").exists()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--preview", metavar="DIR", type=Path)
    parser.add_argument("--encode", action="store_true")
    options = parser.parse_args()
    for folder in (HERE / "site", HERE / "products", MASTERS):
        folder.mkdir(parents=True, exist_ok=True)
    # Elsewhere, as Blender leaves its mark on the process that loads it.
    with multiprocessing.Pool(1) as pool:
        every = pool.apply(names)
    if options.encode:
        for name in options.names or (name for name in every if (MASTERS / f"{name}.png").exists()):
            encode(name, MASTERS / f"{name}.png")
        return
    for name in options.names or filter(missing, every):
        master = (options.preview or MASTERS) / f"{name}.png"
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
