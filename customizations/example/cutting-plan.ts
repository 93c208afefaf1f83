// Worker job `cutting-plan`: distributes pieces to bars of one length with little waste. The longest pieces are placed first.
import { defineWorkerJob } from 'product-configurator-service'

export interface CuttingOrder {
  /** Length of a bar in millimetres. */
  readonly bar: number
  /** Lengths of the pieces in millimetres, none longer than a bar. */
  readonly pieces: readonly number[]
}

export const cuttingPlan = defineWorkerJob<CuttingOrder, readonly (readonly number[])[]>({
  name: 'cutting-plan',
  async run({ progress }, { bar, pieces }) {
    const bars: { left: number; readonly pieces: number[] }[] = []
    for (const [index, piece] of pieces.toSorted((a, b) => b - a).entries()) {
      let target = bars.find(({ left }) => left >= piece)
      if (!target) bars.push((target = { left: bar, pieces: [] }))
      target.pieces.push(piece)
      target.left -= piece
      progress(`Placed ${index + 1} of ${pieces.length} pieces.`)
    }
    return bars.map((planned) => planned.pieces)
  },
})
