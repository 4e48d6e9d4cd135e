// Shows a payment page of Sluice in a page of a shop: Sluice.embed({ url, container, onResult, title }), with the payment_url that
// the shop's server got. The result is for the customer's eyes: the shop learns from its webhook, or from the status, what was paid.
(() => {
  const embed = ({ url, container, onResult, title = 'Payment' }) => {
    const { origin } = new URL(url);
    const place = typeof container === 'string' ? document.querySelector(container) : container;
    if (!place) throw new TypeError('Sluice.embed: the container was not found');
    const frame = document.createElement('iframe');
    frame.title = title;
    frame.allow = 'payment';
    frame.style.cssText = 'display: block; width: 100%; height: 720px; border: 0';
    frame.src = url;
    let hasEnded = false;

    const listen = ({ data, origin: sender, source }) => {
      if (sender !== origin || source !== frame.contentWindow) return;
      if (data?.type === 'sluice.resize' && data.height > 0) frame.style.height = `${data.height}px`;
      if (data?.type !== 'sluice.result' || hasEnded) return;
      hasEnded = true;
      const { type, ...result } = data;
      if (onResult) onResult(result);
      else if (result.url) location.assign(result.url);
    };
    // The next page begins at its top, wherever the button was that led to it.
    const showTop = () => frame.getBoundingClientRect().top < 0 && frame.scrollIntoView();

    addEventListener('message', listen);
    frame.addEventListener('load', showTop);
    place.append(frame);
    return {
      destroy() {
        removeEventListener('message', listen);
        frame.remove();
      },
    };
  };
  globalThis.Sluice = Object.freeze({ embed });
})();
