// Runs in the browser: where a page shows what is another each time, and how many pixels of two pictures differ.
globalThis.pictures = {
  findVarying(pattern) {
    const boxes = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement;
      const isOwnFont = getComputedStyle(element).fontFamily.includes('Inter');
      if (isOwnFont && !new RegExp(pattern, 'i').test(texts.currentNode.textContent)) continue;
      const { x, y, width, height } = element.getBoundingClientRect();
      boxes.push({ x: x + window.scrollX, y: y + window.scrollY, width, height });
    }
    return boxes;
  },

  async countDifferent({ addresses, boxes, channelTolerance }) {
    const [accepted, drawn] = await Promise.all(
      addresses.map(async (address) => {
        const image = await createImageBitmap(await (await fetch(address)).blob());
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
        context.drawImage(image, 0, 0);
        for (const { x, y, width, height } of boxes) context.clearRect(x - 8, y - 2, width + 16, height + 4);
        return context.getImageData(0, 0, image.width, image.height);
      }),
    );
    let different = 0;
    for (let at = 0; at < drawn.data.length; at += 4) {
      const differs = [0, 1, 2, 3].some(
        (channel) => Math.abs(accepted.data[at + channel] - drawn.data[at + channel]) > channelTolerance,
      );
      if (differs) different += 1;
    }
    const sizes = [accepted, drawn].map(({ width, height }) => `${width} × ${height}`);
    return { sizes, different, pixels: drawn.width * drawn.height };
  },
};
