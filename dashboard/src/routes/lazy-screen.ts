/** A screen that is loaded when it is first opened. `load` also tells the build which module it is. */
import { lazyRouteComponent } from '@tanstack/react-router';

export const lazyScreen = <Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) => Object.assign(lazyRouteComponent(load, name), { load });
