// The dialogs of the workshop: confirmations for delete, copy and side effects, and adding answers from a spreadsheet.
import type { ReactNode } from 'react'
import type { DeleteReply, DryRun, AdminSessionReply } from '../../api/shape.js'
import type { WorkshopTree } from '../../api/workshop/shape.js'
import { DeleteRecordDialog } from '../form/delete-record-dialog.js'
import { EffectsDialog } from './effects-dialog.js'
import { AddAnswersDialog } from './add-answers-dialog.js'
import { PasteDialog } from './paste-dialog.js'
import { type TreeItem, rootEntity } from './tree-model.js'
import type { PendingPaste } from './use-tree.js'

export interface EffectsQuestion {
  readonly would: DryRun
  readonly answer: (yes: boolean) => void
}

/** Each callback receives the result. null or false if cancelled. */
interface WorkshopDialogsProps {
  readonly product: WorkshopTree['product']
  readonly session: AdminSessionReply
  readonly removing: TreeItem | null
  /** null if cancelled. Otherwise the reply with the undo token, if any. */
  readonly onRemove: (done: DeleteReply | null) => void
  readonly pasting: PendingPaste | null
  readonly onPaste: (made: number | null) => void | Promise<void>
  readonly copying: boolean
  readonly onCopy: (made: number | null) => void | Promise<void>
  /** The question that receives the answers. */
  readonly multiplying: TreeItem | null
  readonly onMultiply: (ids: readonly number[] | null) => void | Promise<void>
  readonly effects: EffectsQuestion | null
  readonly onEffects: () => void
}

export function WorkshopDialogs(props: WorkshopDialogsProps): ReactNode {
  const { product, session, removing, pasting, copying, multiplying, effects } = props
  return (
    <>
      {removing?.node && (
        <DeleteRecordDialog
          entity={removing.kind.entity}
          id={removing.node.id}
          title={removing.node.title}
          etag={null}
          onClose={() => props.onRemove(null)}
          onDeleted={(undo) => props.onRemove({ undo })}
        />
      )}
      {pasting && (
        <PasteDialog
          clip={pasting.clip}
          into={pasting.into}
          session={session}
          onClose={() => void props.onPaste(null)}
          onDone={async (newId) => props.onPaste(newId)}
        />
      )}
      {copying && (
        <PasteDialog
          clip={{ entity: rootEntity, id: product.id, title: product.title, product: product.id, cut: false }}
          into={undefined}
          session={session}
          onClose={() => void props.onCopy(null)}
          onDone={async (newId) => props.onCopy(newId)}
        />
      )}
      {multiplying?.node && (
        <AddAnswersDialog
          product={product.id}
          question={multiplying.node}
          onClose={() => void props.onMultiply(null)}
          onDone={(ids) => void props.onMultiply(ids)}
        />
      )}
      {effects && (
        <EffectsDialog
          would={effects.would}
          onAnswer={(yes) => {
            props.onEffects()
            effects.answer(yes)
          }}
        />
      )}
    </>
  )
}
