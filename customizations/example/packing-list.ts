// Printed document `packing-list`: the parcels of an order, as a text for the workshop.
import { definePrintedDocument, inProcess } from 'product-configurator-service'
import { planParcels } from './plan-parcels.js'

/** Kilograms that one person may lift. */
const parcelLimit = 25

export const packingList = definePrintedDocument({
  name: 'packing-list',
  entity: 'sales-order',
  mediaType: 'text/plain; charset=utf-8',
  async print({ reply, jobs }) {
    const pieces = reply.lines.flatMap(({ title, quantity, weight }) =>
      Array.from({ length: quantity }, () => ({ title, weight: weight / quantity })),
    )
    const call = { caller: inProcess, seconds: 5, progress: () => undefined }
    const parcels = await jobs.run(planParcels, { pieces, limit: parcelLimit }, call)
    const lines = parcels.map((titles, index) => `Parcel ${index + 1}: ${titles.join(', ')}`)
    return { name: `packing-list-${reply.number}.txt`, bytes: new TextEncoder().encode(`${lines.join('\n')}\n`) }
  },
})
