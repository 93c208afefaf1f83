// Observers that write workshop events, such as new orders and materials, to the log.
import type { App, Observers } from 'product-configurator-service'

export interface Diary {
  readonly observers: Observers
  /** Sets the log of the running app. Observers are declared earlier and log nothing until then. */
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
