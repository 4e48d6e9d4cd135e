/** Where the files of the API reference are served, Inter among them: for pages that serve no files of their own. */
export const sharedAssetsPath = '/docs/assets';
