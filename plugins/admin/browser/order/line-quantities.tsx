// Inputs for a quantity of each line of an order, each limited to the pieces that are left.
import type { ReactNode } from 'react'
import type { DocumentLineReply } from '#core/contract.js'
import type { DocumentDetail } from '../../api/document-shape.js'
import { getRootPath } from '../base/screen-location.js'
import { tOrder } from './order-text.js'

/** A line with the pieces that can be chosen. */
export interface SelectableLine {
  readonly line: DocumentLineReply
  readonly available: number
}

/** Typed quantities by line id. */
export type LineQuantities = Readonly<Record<number, string>>

const parseQuantity = (text: string | undefined): number =>
  /^\s*\d{1,9}\s*$/.test(text ?? '') ? Number(text) : text?.trim() ? NaN : 0

const isValid = ({ line, available }: SelectableLine, quantities: LineQuantities): boolean => {
  const quantity = parseQuantity(quantities[line.id])
  return quantity >= 0 && quantity <= available
}

export const areQuantitiesValid = (lines: readonly SelectableLine[], quantities: LineQuantities): boolean =>
  lines.every((line) => isValid(line, quantities))

/** The lines with a quantity, as the actions take them. */
export const toLineQuantities = (lines: readonly SelectableLine[], quantities: LineQuantities) =>
  lines
    .map(({ line: { id } }) => ({ order_line_id: id, quantity: parseQuantity(quantities[id]) }))
    .filter(({ quantity }) => quantity > 0)

interface LineQuantityInputsProps {
  readonly documentDetail: DocumentDetail
  readonly label: string
  readonly lines: readonly SelectableLine[]
  readonly quantities: LineQuantities
  readonly onChange: (quantities: LineQuantities) => void
}

export function LineQuantityInputs({ documentDetail, label, lines, quantities, onChange }: LineQuantityInputsProps): ReactNode {
  return (
    <fieldset className="line-quantities">
      <legend>{label}</legend>
      {lines.map((selectable) => {
        const { line, available } = selectable
        const wrong = !isValid(selectable, quantities)
        const id = `quantity-${line.id}`
        const picture = documentDetail.pictures[line.id]
        return (
          <div key={line.id} className="line-quantity">
            {picture !== undefined && <img src={`${getRootPath()}api/${picture}`} alt="" />}
            <span className="line-words">
              {line.title}
              <span className="quiet-text">{line.options.map(({ text }) => text).join(', ')}</span>
            </span>
            <span className="line-input">
              <input
                id={id}
                type="number"
                min={0}
                max={available}
                step={1}
                aria-label={tOrder('quantityOf', { title: line.title })}
                aria-invalid={wrong || undefined}
                aria-describedby={wrong ? `${id}-wrong` : `${id}-of`}
                value={quantities[line.id] ?? ''}
                onChange={({ target }) => onChange({ ...quantities, [line.id]: target.value })}
              />
              <span id={`${id}-of`}>{tOrder('of', { count: available })}</span>
            </span>
            {wrong && (
              <p className="wrong" id={`${id}-wrong`} role="alert">
                {tOrder('tooMany', { count: available })}
              </p>
            )}
          </div>
        )
      })}
    </fieldset>
  )
}
