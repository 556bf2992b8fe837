// from_pixels is what the comment says it is
static int detect(const cv::Mat& bgr)
{
    const int target = 320;
    ncnn::Mat in = ncnn::Mat::from_pixels_resize(bgr.data, ncnn::Mat::PIXEL_BGR2RGB, bgr.cols, bgr.rows, target, 240);
    const float mean_vals[3] = {104.f, 117.f, 123.f};
    const float norm_vals[3] = {1 / 255.f, 1 / 255.f, 1 / 255.f};
    in.substract_mean_normalize(mean_vals, norm_vals);
}
