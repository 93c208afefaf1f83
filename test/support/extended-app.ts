// An app with additional or replaced members. A spread would lose the methods of the app's class.
import type { App } from '../../core/app.js'

export function extendApp<A extends App, More extends object>(app: A, more: More): Omit<A, keyof More> & More {
  return Object.create(app, Object.getOwnPropertyDescriptors(more)) as Omit<A, keyof More> & More
}
