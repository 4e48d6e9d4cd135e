/** Starts the renderer on the OpenAPI document. Runs before the renderer, which is the only other script of the page. */
(() => {
  const place = document.getElementById('reference');
  const { document: address, try: tryAddress } = place.dataset;
  const nonce = document.querySelector('meta[property=csp-nonce]').content;
  const ofServers = /^\/(pay\/api|partner)\//;
  /** These take the secret of a key pair in their body, which no browser has. */
  const withSecrets = ['createAccessToken', 'getPaymentByKeys'];
  const tryAt = (path, { operationId }) =>
    `${tryAddress}-${path.startsWith('/pay/') ? 'payments' : 'orders'}?operation=${operationId}`;

  // Some of the renderer's styles are made without the nonce that the page allows.
  const create = document.createElement.bind(document);
  document.createElement = (name, options) => {
    const element = create(name, options);
    if (String(name).toLowerCase() === 'style') element.nonce = nonce;
    return element;
  };

  /** The document as it is shown: the sandbox says the same as interface A, and operations can be tried. */
  function shown(whole) {
    const paths = Object.entries(whole.paths).filter(([path]) => !path.startsWith('/pay/sandbox/'));
    for (const [path, methods] of paths) {
      if (tryAddress === undefined || !ofServers.test(path)) continue;
      for (const operation of Object.values(methods)) {
        if (withSecrets.includes(operation.operationId)) continue;
        const link = `[Try it in test mode](${tryAt(path, operation)})`;
        operation.description = [operation.description, link].filter(Boolean).join('\n\n');
      }
    }
    const tags = whole.tags.filter(({ name }) => name !== 'sandbox');
    const groups = whole['x-tagGroups'].map((group) => ({
      ...group,
      tags: group.tags.filter((name) => name !== 'sandbox'),
    }));
    return { ...whole, paths: Object.fromEntries(paths), tags, 'x-tagGroups': groups };
  }

  function start(content) {
    place.replaceChildren();
    window.Scalar.createApiReference(place, {
      content,
      telemetry: false,
      withDefaultFonts: false,
      hideTestRequestButton: true,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
      documentDownloadType: 'none',
      defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
      metaData: { title: document.title },
    });
  }

  function fail() {
    place.firstElementChild.textContent = 'The reference could not be loaded. Reload the page.';
  }

  const renderer = new Promise((loaded) => document.addEventListener('DOMContentLoaded', loaded, { once: true }));
  const fetched = fetch(address).then((answer) => (answer.ok ? answer.json() : Promise.reject(answer.status)));
  Promise.all([fetched, renderer])
    .then(([whole]) => start(shown(whole)))
    .catch(fail);
})();
