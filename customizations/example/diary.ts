// The workshop's diary: what happened that the people at the bench want to know, as lines of the log.
import type { App, Observers } from 'product-configurator-service'

export interface Diary {
  readonly observers: Observers
  /** Before it nothing is written: observers are data, and the log belongs to the running app. */
  open(app: App): void
}

export function createDiary(): Diary {
  let log: App['context']['log'] | null = null
  return {
    open(app) {
      log = app.context.log.child({ category: 'workshop' })
    },
    observers: {
      onSvcSetStatus({ orderId, from, to }) {
        log?.info({ orderId, from, to }, to === 'ordered' ? 'An order is to be made.' : 'An order has another status.')
      },
      onSvcAddToCart: ({ productId, quantity }) => log?.info({ productId, quantity }, 'A product went into a cart.'),
      onSvcStoreRecord({ entity, id, inserted }) {
        if (entity === 'material') log?.info({ id }, inserted ? 'A material was added.' : 'A material was changed.')
      },
    },
  }
}
