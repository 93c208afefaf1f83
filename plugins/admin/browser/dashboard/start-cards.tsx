// Cards of the start screen: the checklist for setting up the shop, and the latest orders.
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SetupStep, LatestOrder } from '../../api/screen-shape.js'
import type { AdminSessionReply } from '../../api/account-shape.js'
import { requestBody } from '../base/api.js'
import { Icon } from '../base/icon.js'
import { dashboardQuery, queryClient } from '../base/queries.js'
import { Link } from '../base/routing.js'
import { showErrorToast } from '../base/toasts.js'
import { adoptDashboardStyle } from '../style/dashboard.js'
import { toRecordListPath, toRecordPath } from '../base/screen-location.js'
import { DataTable } from '../table/table-screen.js'
import { createMoneyFormatter, createTextReader, formatTime } from '../wording/text.js'
import en from '../../../../messages/admin-dashboard.en.json' with { type: 'json' }

/** Texts of the start screen's statistics and checklist, loaded together with them. */
export const tDashboard = await createTextReader<keyof typeof en>(en, {
  de: () => import('../../../../messages/admin-dashboard.de.json', { with: { type: 'json' } }),
  he: () => import('../../../../messages/admin-dashboard.he.json', { with: { type: 'json' } }),
})

adoptDashboardStyle()

const stepTextKeys = {
  address: ['setupAddress', 'setupAddressText'],
  languages: ['setupLanguages', 'setupLanguagesText'],
  tax: ['setupTax', 'setupTaxText'],
  delivery: ['setupDelivery', 'setupDeliveryText'],
  payment: ['setupPayment', 'setupPaymentText'],
  invoices: ['setupInvoices', 'setupInvoicesText'],
  mails: ['setupMails', 'setupMailsText'],
  legal: ['setupLegal', 'setupLegalText'],
  product: ['setupProduct', 'setupProductText'],
  order: ['setupOrder', 'setupOrderText'],
} as const

interface SetupCardProps {
  readonly steps: readonly SetupStep[]
  readonly session: AdminSessionReply
}

export function SetupCard({ steps, session }: SetupCardProps): ReactNode {
  const dismiss = useMutation({
    mutationFn: () => requestBody('POST', 'setup/dismiss', { body: {} }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: dashboardQuery.queryKey }),
    onError: showErrorToast,
  })
  const done = steps.filter(({ isDone }) => isDone).length
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <section className="card setup" aria-labelledby="setup">
      <header className="card-head">
        <div>
          <h2 id="setup">{tDashboard('setup')}</h2>
          <p className="quiet-text">{tDashboard('setupProgress', { done, all: steps.length })}</p>
        </div>
        <button type="button" className="quiet" onClick={() => dismiss.mutate()}>
          {tDashboard('setupDismiss')}
        </button>
      </header>
      <progress value={done} max={steps.length} aria-label={tDashboard('setupProgress', { done, all: steps.length })} />
      <ol>
        {steps.map((step) => {
          const [title, text] = stepTextKeys[step.name]
          const content = (
            <>
              <span className="step-mark">{step.isDone && <Icon name="check" size={14} />}</span>
              <span>
                {step.isDone && <span className="hidden">{tDashboard('stepDone')} </span>}
                <strong>{tDashboard(title)}</strong>
                <span className="quiet-text">{tDashboard(text)}</span>
              </span>
            </>
          )
          const className = step.isDone ? 'setup-step done' : 'setup-step'
          return (
            <li key={step.name} aria-current={step === next ? 'step' : undefined}>
              {step.path !== null ? (
                <Link to={step.path} className={className}>
                  {content}
                </Link>
              ) : session.shop === null ? (
                <span className={className}>{content}</span>
              ) : (
                <a href={session.shop} className={className} target="_blank" rel="noopener">
                  {content}
                </a>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

adoptDashboardStyle()

export function LatestOrders({ orders }: { readonly orders: readonly LatestOrder[] }): ReactNode {
  return (
    <div className="card dash-orders">
      <header className="card-head">
        <h2>{tDashboard('latestOrders')}</h2>
        {orders.length > 0 && (
          <Link to={toRecordListPath('sales-order')} className="button">
            {tDashboard('allOrders')}
          </Link>
        )}
      </header>
      <DataTable
        label={tDashboard('latestOrders')}
        rows={orders}
        keyOf={({ id }) => id}
        empty={tDashboard('noOrders')}
        head={{
          label: tDashboard('order'),
          cell: ({ id, number }) => (
            <Link to={toRecordPath('sales-order', id)} className="opens">
              {number}
            </Link>
          ),
        }}
        columns={[
          { label: tDashboard('placed'), cell: ({ placed }) => formatTime(placed) },
          { label: tDashboard('customer'), cell: ({ customer }) => customer },
          { label: tDashboard('status'), cell: ({ statusLabel }) => <span className="badge">{statusLabel}</span> },
          {
            label: tDashboard('amount'),
            cell: ({ gross, currency, decimals }) => createMoneyFormatter(currency, decimals)(gross),
            isNumeric: true,
          },
        ]}
      />
    </div>
  )
}
