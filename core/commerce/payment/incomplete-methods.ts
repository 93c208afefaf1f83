// Published payment methods that lack required parameters. Shoppers are not offered them; merchants see the reason.
import type { RecordOf } from '../../foundation/property/typing.js'
import { paymentMethod } from '../../model/entities/store/payment-method.js'
import { listMissingParams } from '../../model/payment/params.js'
import type { ServiceContext } from '../../storage/service-context.js'

export interface IncompleteMethod {
  readonly id: number
  readonly title: string
  /** Labels of the missing parameters. */
  readonly missing: readonly string[]
}

/** Labels of the required parameters that a method lacks. Empty if its provider is not installed. */
export function listMissingLabels({ context }: ServiceContext, method: RecordOf<typeof paymentMethod>): readonly string[] {
  const provider = context.registry.paymentProviders.get(method.connector)
  return provider ? listMissingParams(provider, method.params).map(({ label }) => label) : []
}

export async function listIncompleteMethods(work: ServiceContext): Promise<readonly IncompleteMethod[]> {
  return (await work.records(paymentMethod)).flatMap((method): readonly IncompleteMethod[] => {
    const missing = method.published === true ? listMissingLabels(work, method) : []
    return missing.length === 0 ? [] : [{ id: method.id, title: method.title, missing }]
  })
}
