// Worker job `plan-parcels`: packs the pieces of an order into parcels, the heaviest first.
import { defineWorkerJob } from 'product-configurator-service'

export interface Piece {
  readonly title: string
  /** Kilograms. */
  readonly weight: number
}

export interface ParcelTask {
  readonly pieces: readonly Piece[]
  /** Maximum weight of a parcel in kilograms. Heavier pieces get a parcel of their own. */
  readonly limit: number
}

/** The titles of the pieces, by parcel. */
export type ParcelPlan = readonly (readonly string[])[]

export const planParcels = defineWorkerJob<ParcelTask, ParcelPlan>({
  name: 'plan-parcels',
  async run({ spent }, { pieces, limit }) {
    const parcels: { weight: number; titles: string[] }[] = []
    for (const { title, weight } of pieces.toSorted((first, second) => second.weight - first.weight)) {
      // Without time left, the remaining pieces are not fitted into earlier parcels.
      const parcel = spent(1) ? undefined : parcels.find((candidate) => candidate.weight + weight <= limit)
      if (parcel) {
        parcel.weight += weight
        parcel.titles.push(title)
      } else parcels.push({ weight, titles: [title] })
    }
    return parcels.map(({ titles }) => titles)
  },
})
