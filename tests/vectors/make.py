"""Writes the vectors of one library for tests/resize.rs: python tests/vectors/make.py tensorflow|pillow|torch|opencv

Made with tensorflow-cpu 2.21.0, Pillow 13.0.0, torch 2.15.0, OpenCV 5.0.0 and OpenCV 4.12.0 on x86-64 with AVX-512.
"""

import json
import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
PHOTO = np.load(HERE / "../golden/inputs/photo_c.npy")
FLOATS = np.load(HERE / "../golden/inputs/floatnoise.npy")


def stretch(width, height):
    return {"stretch": {"width": width, "height": height}}


class Table:
    """The cases of a library, and their arrays."""

    def __init__(self, library):
        self.library, self.cases = library, []

    def add(self, name, step, output, floats=False, layout=None, op="resize"):
        output = np.ascontiguousarray(output)
        case = {
            "id": f"{self.library}_{name}",
            "group": "resize",
            "input": "floatnoise" if floats else "photo_c",
            "format": "RgbF32" if floats else "Rgb8",
            "range": "0-1" if floats else "0-255",
            "pipeline": {"steps": [{"op": op, **step}, *([{"op": "layout", "to": layout}] if layout else [])]},
        }
        np.save(HERE / f"{case['id']}.npy", output)
        self.cases.append(case)

    def write(self):
        lines = ",\n".join(json.dumps(case) for case in self.cases)
        (HERE / f"{self.library}.json").write_text(f"[\n{lines}\n]\n")


def tensorflow():
    import tensorflow as tf

    table = Table("tensorflow")
    sizes = [(19, 31), (64, 11)]
    names = {"mitchellcubic": "mitchell-cubic"}
    for method in ["nearest", "bilinear", "bicubic", "area", "lanczos3", "lanczos5", "gaussian", "mitchellcubic"]:
        for antialias in [False, True]:
            if antialias and method in ["nearest", "area"]:
                continue
            width, height = sizes[antialias]
            output = tf.image.resize(PHOTO, (height, width), method=method, antialias=antialias).numpy()
            step = {"matches": "tf2", "filter": names.get(method, method), "fit": stretch(width, height)}
            name = f"2_{method}{'_antialias' if antialias else ''}"
            table.add(name, step | ({"antialias": True} if antialias else {}), output)
    for method in ["nearest", "bilinear", "bicubic", "area"]:
        for align in [False, True]:
            width, height = sizes[align]
            output = tf.compat.v1.image.resize(PHOTO, (height, width), method=method, align_corners=align).numpy()
            step = {"matches": "tf1", "filter": method, "fit": stretch(width, height)}
            name = f"1_{method}{'_aligned' if align else ''}"
            table.add(name, step | ({"align_corners": True} if align else {}), output)
    output = tf.image.resize(FLOATS, (31, 19), method="bicubic", antialias=True).numpy()
    table.add("2_floats", {"matches": "tf2", "filter": "bicubic", "fit": stretch(19, 31), "antialias": True}, output, True)
    table.write()


def pillow():
    from PIL import Image

    table = Table("pillow")
    image = Image.fromarray(PHOTO)
    for filter, number, gap, size in [("bilinear", 2, 1.0, (5, 7)), ("lanczos3", 1, 1.5, (4, 9)), ("box", 4, 3.0, (3, 2))]:
        step = {"matches": "pillow", "filter": filter, "fit": stretch(*size), "reducing_gap": gap}
        table.add(f"gap_{filter}", step, image.resize(size, number, reducing_gap=gap))
    box = (3.25, 7.5, 29.75, 41.125)
    region = dict(zip(["left", "top", "right", "bottom"], box))
    step = {"matches": "pillow", "filter": "bicubic", "fit": stretch(6, 4), "region": region, "reducing_gap": 2.0}
    table.add("gap_region", step, image.resize((6, 4), 3, box=box, reducing_gap=2.0))
    # Which pass is first follows from the image, not from the box.
    tall = (2.0, 3.0, 12.0, 9.0)
    region = dict(zip(["left", "top", "right", "bottom"], tall))
    step = {"matches": "pillow", "filter": "bicubic", "fit": stretch(31, 17), "region": region}
    table.add("box_order", step, image.resize((31, 17), 3, box=tall))
    for width, height in [(20, 20), (7, 49), (33, 11)]:
        small = image.copy()
        small.thumbnail((width, height))
        step = {"matches": "pillow", "filter": "bicubic", "reducing_gap": 2.0}
        fit = {"pillow_thumbnail": {"width": width, "height": height}}
        table.add(f"thumbnail_{width}x{height}", step | {"fit": fit}, small)
    table.write()


def torch():
    import torch
    import torch.nn.functional as F

    table = Table("torch")
    bytes_ = torch.from_numpy(PHOTO.transpose(2, 0, 1).copy())[None]
    floats = torch.from_numpy(FLOATS.transpose(2, 0, 1).copy())[None]
    for filter in ["bilinear", "bicubic"]:
        for antialias in [False, True]:
            name = f"{filter}{'_antialias' if antialias else ''}"
            step = {"matches": "torch", "filter": filter, "antialias": antialias}
            output = F.interpolate(bytes_, (31, 19), mode=filter, align_corners=True, antialias=antialias)[0]
            table.add(f"aligned_{name}", step | {"fit": stretch(19, 31), "align_corners": True}, output, layout="CHW")
            output = F.interpolate(bytes_, scale_factor=0.37, mode=filter, align_corners=False, antialias=antialias)[0]
            table.add(f"factor_{name}", step | {"fit": {"scale": 0.37}}, output, layout="CHW")
    for filter in ["nearest", "nearest-exact"]:
        for factor in [0.37, 1.53, 2.02]:
            step = {"matches": "torch", "filter": filter, "fit": {"scale": factor}}
            output = F.interpolate(floats, scale_factor=factor, mode=filter)[0]
            table.add(f"factor_{filter}_{factor}", step, output, floats=True, layout="CHW")
    table.write()


def opencv():
    import cv2

    version = cv2.__version__[0]
    table = Table(f"opencv{version}")
    matches = "opencv" if version == "5" else "opencv-4"
    matrices = {"sheared": [[0.7, 0.2, 3.3], [-0.4, 1.9, -2.7]], "scaled": [[1.37, 0, -4.2], [0, 0.61, 8.9]]}
    inputs = [(PHOTO, False, [17, 200, 90]), (FLOATS, True, [0.25, 0.5, 0.125])]
    for image, floats, value in inputs if version == "5" else inputs[:1]:
        for name, matrix in matrices.items():
            output = cv2.warpAffine(image, np.array(matrix, float), (43, 29), borderValue=tuple(value))
            size = {"width": 43, "height": 29}
            step = {"matches": matches, "size": size, "map": {"matrix": matrix}, "value": value}
            table.add(f"warp_{name}{'_floats' if floats else ''}", step, output, floats, op="warp_affine")
    table.write()


if __name__ == "__main__":
    {"tensorflow": tensorflow, "pillow": pillow, "torch": torch, "opencv": opencv}[sys.argv[1]]()
