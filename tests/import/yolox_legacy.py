from yolox.exp import Exp as MyExp

class Exp(MyExp):
    def __init__(self):
        self.depth = 1.33
        self.test_size = (640, 640)

    def get_eval_dataset(self, **kwargs):
        return COCODataset(preproc=ValTransform(legacy=True))
