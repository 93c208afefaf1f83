// The dialogs of the workshop: delete, copy, side effects and publication.
import { useQuery, useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { DeleteReply, DryRun } from '../../api/shape.js'
import type { AdminSessionReply } from '../../api/account-shape.js'
import type { WorkshopTree, ProductReadiness, WorkshopFindings } from '../../api/workshop/workshop-tree.js'
import { getErrorMessage, requestBody } from '../base/api.js'
import { Dialog, DialogFooter } from '../base/dialog.js'
import { DeleteRecordDialog } from '../form/record-dialogs.js'
import { SaveFindings } from '../form/record-form.js'
import { t, formatNumber, formatHeading } from '../wording/text.js'
import type { ClipboardEntry } from './clipboard.js'
import { tWorkshop } from './workshop-text.js'
import { copyRecordInto, removeRecord, previewRemoval, refreshProduct } from './tree-changes.js'
import { type TreeItem, rootEntity } from './tree-model.js'
import type { PendingPaste } from './use-tree.js'
import { Icon } from '../base/icon.js'
import { showErrorToast, showToast } from '../base/toasts.js'
import { FailureMessage } from '../shell/failure-message.js'

export interface EffectsQuestion {
  readonly would: DryRun
  readonly answer: (yes: boolean) => void
}

/** Each callback receives the result. null or false if cancelled. */
interface WorkshopDialogsProps {
  readonly product: WorkshopTree['product']
  readonly kinds: WorkshopTree['kinds']
  readonly session: AdminSessionReply
  readonly removing: TreeItem | null
  /** null if cancelled. Otherwise the reply with the undo token, if any. */
  readonly onRemove: (done: DeleteReply | null) => void
  readonly pasting: PendingPaste | null
  readonly onPaste: (made: number | null) => void | Promise<void>
  readonly copying: boolean
  readonly onCopy: (made: number | null) => void | Promise<void>
  readonly effects: EffectsQuestion | null
  readonly onEffects: () => void
}

// Shows the effects of a save on existing configurations and carts, before the save.

/** True if the save needs a confirmation. */
export function hasShopperEffects({ touches }: DryRun): boolean {
  return touches !== undefined && touches.configurations.length > 0
}

interface EffectsDialogProps {
  readonly would: DryRun
  readonly onAnswer: (yes: boolean) => void
}

function EffectsDialog({ would, onAnswer }: EffectsDialogProps): ReactNode {
  const { touches, findings, quotes = 0 } = would
  const { changed = 0, refused = 0 } = touches?.outcomes ?? {}
  const lost = touches?.configurations.filter((configuration) => configuration.lost).length ?? 0
  const prices = touches?.configurations.filter(({ price }) => price !== undefined).length ?? 0
  const lines = [
    changed > 0 && tWorkshop('configurationsChanged', { count: changed }),
    refused - lost > 0 && tWorkshop('configurationsRefused', { count: refused - lost }),
    lost > 0 && tWorkshop('configurationsLost', { count: lost }),
    prices > 0 && tWorkshop('pricesMove', { count: prices }),
    touches && touches.carts.length > 0 && tWorkshop('cartsTouched', { count: touches.carts.length }),
    quotes > 0 && tWorkshop('quotesOpen', { count: quotes }),
  ].filter((line) => line !== false && line !== undefined)
  return (
    <Dialog title={tWorkshop('effectsTitle')} onClose={() => onAnswer(false)}>
      <ul className="effects">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="help">{tWorkshop('effectsOrders')}</p>
      {findings && findings.length > 0 && <SaveFindings findings={findings} />}
      <DialogFooter onCancel={() => onAnswer(false)} action={tWorkshop('saveAnyway')} run={() => onAnswer(true)} />
    </Dialog>
  )
}

interface PasteDialogProps {
  readonly clip: ClipboardEntry
  /** The id of the new owner. Absent for a product, which has none. */
  readonly into: number | undefined
  /** The kinds of records in a product, with their names. */
  readonly kinds: WorkshopTree['kinds']
  readonly session: AdminSessionReply
  readonly onClose: () => void
  readonly onDone: (id: number) => Promise<void>
}

/** Preview of a copy into a product: the new records, and the parts that cannot be copied. */
function PasteDialog({ clip, into, kinds, session, onClose, onDone: onComplete }: PasteDialogProps): ReactNode {
  const code = session.account.scopes.includes('code:write')
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const { data: would, error } = useQuery({
    queryKey: ['dry-copy', clip.entity, clip.id, into],
    gcTime: 0,
    retry: false,
    queryFn: async () => {
      const [copy, deletion] = await Promise.all([
        copyRecordInto(clip, into, { code, dry_run: true }),
        clip.cut ? previewRemoval(clip) : null,
      ])
      return { copy, gone: deletion }
    },
  })
  const run = async (): Promise<void> => {
    setBusy(true)
    try {
      const { id } = await copyRecordInto(clip, into, { code })
      if (clip.cut) await removeRecord(clip)
      await onComplete(id)
    } catch (problem) {
      setFailure(problem)
      setBusy(false)
    }
  }
  const listCounts = (counts: readonly (readonly [label: string, count: number])[]): ReactNode => (
    <ul>
      {counts.map(([label, count]) => (
        <li key={label}>
          {formatNumber(count)} × {label}
        </li>
      ))}
    </ul>
  )
  const wrong = failure ?? error
  const copyCounts = kinds.flatMap(({ entity, label, pluralLabel }) => {
    const count = would?.copy.created[entity] ?? 0
    return count === 0 ? [] : [[count === 1 ? formatHeading(label) : pluralLabel, count] as const]
  })
  const deletionCounts = (would?.gone?.contents ?? []).map(({ label, count }) => [label, count] as const)
  return (
    <Dialog title={tWorkshop(clip.cut ? 'moveHere' : 'copyHere', { title: clip.title })} onClose={onClose}>
      <div role="status">
        {!would && !wrong && <p>{t('trying')}</p>}
        {would && (
          <>
            <p>{tWorkshop('wouldMake')}</p>
            {listCounts(copyCounts)}
          </>
        )}
        {would && would.copy.left_out.length > 0 && (
          <>
            <p>{tWorkshop('leftOut')}</p>
            <ul>
              {would.copy.left_out.map(({ message }, at) => (
                <li key={at}>{message}</li>
              ))}
            </ul>
          </>
        )}
        {would?.gone && (
          <>
            <p>{tWorkshop('thenGone')}</p>
            {listCounts(deletionCounts)}
          </>
        )}
        {wrong ? <p className="form-failure">{getErrorMessage(wrong)}</p> : null}
      </div>
      <DialogFooter
        onCancel={onClose}
        action={tWorkshop(clip.cut ? 'moveNow' : 'copyNow')}
        run={() => void run()}
        disabled={busy || !would}
      />
    </Dialog>
  )
}

export function WorkshopDialogs(props: WorkshopDialogsProps): ReactNode {
  const { product, kinds, session, removing, pasting, copying, effects } = props
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
          kinds={kinds}
          session={session}
          onClose={() => void props.onPaste(null)}
          onDone={async (newId) => props.onPaste(newId)}
        />
      )}
      {copying && (
        <PasteDialog
          clip={{ entity: rootEntity, id: product.id, title: product.title, product: product.id, cut: false }}
          into={undefined}
          kinds={kinds}
          session={session}
          onClose={() => void props.onCopy(null)}
          onDone={async (newId) => props.onCopy(newId)}
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

interface PublishDialogProps {
  readonly product: WorkshopTree['product']
  readonly session: AdminSessionReply
  /** undefined until the check has ended. */
  readonly found: WorkshopFindings | undefined
  readonly onClose: () => void
}

interface Check {
  readonly title: string
  readonly text: string
  readonly isDone: boolean
}

function listChecks(
  readiness: ProductReadiness,
  found: WorkshopFindings | undefined,
  session: AdminSessionReply,
): readonly Check[] {
  const { hasPrice, hasTax, hasPicture, missingTexts } = readiness
  const nameOf = (tag: string): string => session.languages.find((language) => language.tag === tag)?.label ?? tag
  const open = found ? found.findings.filter(({ grade }) => grade !== 'notice').length + found.more : 0
  const findingText =
    found === undefined ? 'readyFindingsBusy' : open === 0 ? ('readyFindingsDone' as const) : ('readyFindingsOpen' as const)
  return [
    {
      title: tWorkshop('readyPrice'),
      text: tWorkshop(hasPrice ? 'readyPriceDone' : 'readyPriceOpen'),
      isDone: hasPrice,
    },
    { title: tWorkshop('readyTax'), text: tWorkshop(hasTax ? 'readyTaxDone' : 'readyTaxOpen'), isDone: hasTax },
    {
      title: tWorkshop('readyPictures'),
      text: tWorkshop(hasPicture ? 'readyPicturesDone' : 'readyPicturesOpen'),
      isDone: hasPicture,
    },
    {
      title: tWorkshop('readyLanguages'),
      text:
        missingTexts.length === 0
          ? tWorkshop('readyLanguagesDone')
          : missingTexts
              .map(({ language, count }) => tWorkshop('readyLanguagesOpen', { language: nameOf(language), count }))
              .join(' '),
      isDone: missingTexts.length === 0,
    },
    {
      title: tWorkshop('readyFindings'),
      text: tWorkshop(findingText, { count: open }),
      isDone: found !== undefined && open === 0,
    },
  ]
}

/** The dialog "Ready to publish?": checks price, tax, pictures, languages and findings before a product is published. */
export function PublishDialog({ product, session, found, onClose }: PublishDialogProps): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['readiness', product.id],
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => requestBody<ProductReadiness>('GET', `workshop/${product.id}/readiness`, { signal }),
  })
  const publish = useMutation({
    mutationFn: () => requestBody('PATCH', `records/${rootEntity}/${product.id}`, { body: { published: true } }),
    async onSuccess() {
      showToast({ text: tWorkshop('published', { title: product.title }) })
      onClose()
      await refreshProduct(product.id, rootEntity)
    },
    onError: showErrorToast,
  })
  const checks = data ? listChecks(data, found, session) : []
  const isReady = data !== undefined && checks.every(({ isDone }) => isDone)
  return (
    <Dialog title={tWorkshop('readyTitle')} onClose={onClose}>
      <p className="help">{tWorkshop('readyLead')}</p>
      {error && <FailureMessage error={error} retry={() => void refetch()} />}
      {!data && !error && <p className="loading">{t('loading')}</p>}
      <ul className="ready">
        {checks.map(({ title, text, isDone }) => (
          <li key={title} className={isDone ? 'done' : 'open'}>
            <span className="step-mark">{isDone ? <Icon name="check" size={14} /> : '!'}</span>
            <span>
              <span className="hidden">{tWorkshop(isDone ? 'readyDone' : 'readyOpen')} </span>
              <strong>{title}</strong>
              <span className="quiet-text">{text}</span>
            </span>
          </li>
        ))}
      </ul>
      <DialogFooter
        onCancel={onClose}
        action={tWorkshop(isReady ? 'publishNow' : 'publishAnyway')}
        run={() => publish.mutate()}
        disabled={!data || publish.isPending}
      />
    </Dialog>
  )
}
