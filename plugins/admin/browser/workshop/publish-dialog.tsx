// The dialog "Ready to publish?": checks price, tax, pictures, languages and findings before a product is published.
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AdminSessionReply } from '../../api/shape.js'
import type { ProductReadiness, WorkshopFindings, WorkshopTree } from '../../api/workshop/shape.js'
import { requestBody } from '../base/api.js'
import { Dialog } from '../base/dialog.js'
import { Icon } from '../base/icon.js'
import { showErrorToast, showToast } from '../base/toasts.js'
import { FailureMessage } from '../shell/failure-message.js'
import { t } from '../wording/text.js'
import { refreshProduct } from './tree-changes.js'
import { rootEntity } from './tree-model.js'
import { tWorkshop } from './wording/workshop-text.js'

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
      <footer>
        <button type="button" onClick={onClose}>
          {t('cancel')}
        </button>
        <button type="button" className="primary" disabled={!data || publish.isPending} onClick={() => publish.mutate()}>
          {tWorkshop(isReady ? 'publishNow' : 'publishAnyway')}
        </button>
      </footer>
    </Dialog>
  )
}
