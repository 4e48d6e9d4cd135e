/** The look: teal for the one primary action of a view, slate greys, and colours that mean a state. */
import {
  type AlertFactory,
  type CSSVariablesResolver,
  createTheme,
  type DrawerFactory,
  type ExtendComponent,
  type InputWrapperFactory,
  type MantineColorsTuple,
  type MenuFactory,
  type ModalFactory,
  type NotificationFactory,
  type TableFactory,
  type TimelineFactory,
  virtualColor,
} from '@mantine/core';

const teal: MantineColorsTuple = [
  '#e6f6f7',
  '#cdecee',
  '#a3dce0',
  '#74cad0',
  '#3fb6bf',
  '#25a0aa',
  '#168f9a',
  '#0e7c86',
  '#0b646c',
  '#084b51',
];
const red: MantineColorsTuple = [
  '#fdeaea',
  '#fbd5d5',
  '#f7b4b4',
  '#f59a9a',
  '#f78a8a',
  '#dc3c3c',
  '#c92a2a',
  '#b91c1c',
  '#971717',
  '#7a1212',
];
const slate: MantineColorsTuple = [
  '#f8fafb',
  '#f1f5f7',
  '#e2e8ec',
  '#cbd5db',
  '#a0aeb8',
  '#5f6f7b',
  '#52626e',
  '#3f4e59',
  '#2a3943',
  '#15232c',
];
const dark: MantineColorsTuple = [
  '#e6eef1',
  '#c3d0d6',
  '#9fb0b9',
  '#7f919c',
  '#33454f',
  '#263640',
  '#16232b',
  '#0b1419',
  '#080f13',
  '#05090c',
];

/** What destroys: like the accent, so that the text on it is chosen for each scheme. */
const danger = virtualColor({ name: 'danger', light: 'red', dark: 'red' });

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  black: '#0b1f2a',
  // A virtual color picks its text color per scheme: white on dark teal, ink on light teal.
  colors: {
    teal,
    accent: virtualColor({ name: 'accent', light: 'teal', dark: 'teal' }),
    gray: slate,
    red,
    danger,
    dark,
  },
  defaultRadius: 8,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.33', sm: '1.43', md: '1.43', lg: '1.5', xl: '1.4' },
  headings: {
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.4' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  // Settings alone, without the components themselves: they are loaded with the screens that use them.
  components: {
    // The header of a dialog is no banner of the page.
    Modal: {
      defaultProps: { attributes: { header: { role: 'none' } } },
      styles: {
        title: { fontSize: '1rem', fontWeight: 600, lineHeight: 1.4, textWrap: 'balance' },
        header: { backgroundColor: 'var(--dialog)' },
        content: { backgroundColor: 'var(--dialog)', border: '1px solid var(--line)' },
      },
    } satisfies ExtendComponent<ModalFactory>,
    // Mantine's placeholder for the focus is a child that a menu may not have: without it the first item has the focus.
    // In the main part of the page, because what stands beside every landmark is skipped by those who go by them.
    Menu: {
      defaultProps: { withInitialFocusPlaceholder: false, portalProps: { target: '#content' } },
    } satisfies ExtendComponent<MenuFactory>,
    Table: { defaultProps: { borderColor: 'var(--line)' } } satisfies ExtendComponent<TableFactory>,
    Drawer: {
      defaultProps: { attributes: { header: { role: 'none' } } },
      styles: {
        title: { fontSize: '1rem', fontWeight: 600, lineHeight: 1.4 },
        header: { backgroundColor: 'var(--dialog)' },
        content: { backgroundColor: 'var(--dialog)' },
      },
    } satisfies ExtendComponent<DrawerFactory>,
    InputWrapper: {
      styles: { label: { marginBottom: 4 }, error: { marginTop: 2 } },
    } satisfies ExtendComponent<InputWrapperFactory>,
    // A message in passing closes by itself.
    Notification: { defaultProps: { withCloseButton: false } } satisfies ExtendComponent<NotificationFactory>,
    Alert: { styles: { title: { color: 'var(--mantine-color-text)' } } } satisfies ExtendComponent<AlertFactory>,
    Timeline: { styles: { itemTitle: { lineHeight: 1.3 } } } satisfies ExtendComponent<TimelineFactory>,
  },
});

/** What states look like, in both schemes: text, ground and border of each tone. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#52626e',
    '--mantine-color-error': '#a11818',
    '--mantine-color-yellow-light': '#fdf1e3',
    '--mantine-color-yellow-light-color': '#8f4209',
    '--mantine-color-red-light': '#fdeaea',
    '--mantine-color-red-light-color': '#a11818',
    '--mantine-color-green-light': '#e7f6ec',
    '--mantine-color-green-light-color': '#116a35',
    '--tone-done': '#116a35',
    '--tone-done-ground': '#e7f6ec',
    '--tone-waiting': '#8f4209',
    '--tone-waiting-ground': '#fdf1e3',
    '--tone-failed': '#a11818',
    '--tone-failed-ground': '#fdeaea',
    '--tone-neutral': '#3f4e59',
    '--tone-neutral-ground': '#eef2f5',
    '--tone-active': '#0b646c',
    '--tone-active-ground': '#e6f6f7',
    '--line': '#e2e8ec',
    '--card-raised': '#ffffff',
    '--skeleton': '#e9eef1',
    '--track': '#f1f5f7',
    '--dialog': '#ffffff',
    '--ground-subtle': '#f8fafb',
    '--amber': '#b45309',
  },
  dark: {
    '--mantine-color-dimmed': '#9fb0b9',
    '--mantine-color-error': '#f7a5a5',
    '--mantine-color-default-border': '#52656f',
    '--mantine-color-gray-light': '#1d2b34',
    '--mantine-color-gray-light-color': '#c3d0d6',
    '--mantine-color-accent-light': '#0f363c',
    '--mantine-color-danger-filled-hover': '#f59a9a',
    '--mantine-color-yellow-light': '#38240f',
    '--mantine-color-yellow-light-color': '#f5bd78',
    '--mantine-color-red-light': '#3b1717',
    '--mantine-color-red-light-color': '#f7a5a5',
    '--mantine-color-green-light': '#12301f',
    '--mantine-color-green-light-color': '#7ddfa0',
    '--tone-done': '#7ddfa0',
    '--tone-done-ground': '#12301f',
    '--tone-waiting': '#f5bd78',
    '--tone-waiting-ground': '#38240f',
    '--tone-failed': '#f7a5a5',
    '--tone-failed-ground': '#3b1717',
    '--tone-neutral': '#c3d0d6',
    '--tone-neutral-ground': '#22303a',
    '--tone-active': '#6fd3da',
    '--tone-active-ground': '#0d3338',
    '--line': '#263640',
    '--card-raised': '#16232b',
    '--skeleton': '#1a2830',
    '--track': '#16232b',
    '--dialog': '#101b22',
    '--ground-subtle': '#101b22',
    '--amber': '#f59e42',
  },
});
