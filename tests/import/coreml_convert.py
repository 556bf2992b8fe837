import coremltools as ct
scale = 1 / (0.226 * 255.0)
bias = [-0.485 / 0.229, -0.456 / 0.224, -0.406 / 0.225]
model = ct.convert(traced, inputs=[ct.ImageType(name="input", shape=(1, 3, 224, 224), scale=scale, bias=bias,
                                               color_layout=ct.colorlayout.RGB)])
