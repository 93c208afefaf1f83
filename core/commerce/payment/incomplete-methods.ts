// Published payment methods that lack required parameters or fields of the store. Shoppers are not offered them; merchants see the reason.
import type { RecordOf } from '../../foundation/property/typing.js'
import { paymentMethod } from '../../model/entities/store/payment-method.js'
import { store } from '../../model/entities/store/store.js'
import { listMissingParams, listMissingStoreFields } from '../../model/payment/params.js'
import type { ServiceContext } from '../../storage/service-context.js'

export interface IncompleteMethod {
  readonly id: number
  readonly title: string
  /** Labels of the missing parameters. */
  readonly missing: readonly string[]
  /** Labels of the missing fields of the store. */
  readonly missingInStore: readonly string[]
}

/** The published methods that lack something. A method whose provider is not installed is not included. */
export async function listIncompleteMethods(work: ServiceContext): Promise<readonly IncompleteMethod[]> {
  const { registry } = work.context
  const [ownStore] = await work.records(store)
  return (await work.records(paymentMethod)).flatMap((method: RecordOf<typeof paymentMethod>): readonly IncompleteMethod[] => {
    const provider = registry.paymentProviders.get(method.connector)
    if (method.published !== true || !provider) return []
    const missing = listMissingParams(provider, method.params).map(({ label }) => label)
    const missingInStore = listMissingStoreFields(provider, registry, ownStore).map(({ label }) => label)
    return missing.length + missingInStore.length === 0 ? [] : [{ id: method.id, title: method.title, missing, missingInStore }]
  })
}
