/** Registers the payment method with the checkout block. The customer pays on the payment page, so there are no fields here. */
(() => {
  const { createElement } = window.wp.element;
  const { decodeEntities } = window.wp.htmlEntities;
  const { title, description, supports } = window.wc.wcSettings.getSetting('sluice_data', {});
  const text = decodeEntities(description || '');
  const content = createElement(() => text);
  window.wc.wcBlocksRegistry.registerPaymentMethod({
    name: 'sluice',
    label: createElement(() => decodeEntities(title || '')),
    ariaLabel: decodeEntities(title || ''),
    content,
    edit: content,
    canMakePayment: () => true,
    supports: { features: supports || ['products'] },
  });
})();
