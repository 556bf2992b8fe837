from rknn.api import RKNN

rknn = RKNN(verbose=True)
rknn.config(mean_values=[[103.94, 116.78, 123.68]], std_values=[[58.82, 58.82, 58.82]],
            quant_img_RGB2BGR=True, target_platform='rk3566', sharpen=True)
ret = rknn.load_caffe(model='./mobilenet_v2.prototxt')
