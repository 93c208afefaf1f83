// Loads the script of a screen, dialog or control when it is drawn first.
import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

/** `lazyPart(async () => (await import('./price-dialog.js')).PriceDialog)` */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => ({ default: await load() }))
