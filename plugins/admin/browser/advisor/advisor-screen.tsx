// The advisor's screen: conversations, waiting shoppers, reports, and the state of its vendor.
import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { AdvisorState } from '../../api/advisor-shape.js'
import { requestBody } from '../base/api.js'
import { setRouteQuery, useRoute } from '../base/routing.js'
import { useWindowTitle } from '../base/window-title.js'
import type { ScreenProps } from '../shell/screen-props.js'
import { adoptAdvisorStyle } from '../style/advisor.js'
import { adoptFormStyle } from '../style/form.js'
import { adoptListStyle } from '../style/list.js'
import { adoptSalesStyle } from '../style/sales.js'
import { formatNumber } from '../wording/text.js'
import { AdvisorReportPanel } from './advisor-report.js'
import { AdvisorStatePanel } from './advisor-state.js'
import { ConversationList } from './conversation-list.js'
import { WaitingShoppers } from './waiting-shoppers.js'
import { tAdvisor } from './wording/advisor-text.js'

adoptFormStyle()
adoptListStyle()
adoptSalesStyle()
adoptAdvisorStyle()

const advisorParts: Readonly<Record<'talks' | 'waiting' | 'report' | 'vendor', ComponentType<ScreenProps>>> = {
  talks: ConversationList,
  waiting: WaitingShoppers,
  report: AdvisorReportPanel,
  vendor: AdvisorStatePanel,
}
type AdvisorPart = keyof typeof advisorParts
const advisorPartNames = Object.keys(advisorParts) as AdvisorPart[]

export function AdvisorScreen(props: ScreenProps): ReactNode {
  useWindowTitle(tAdvisor('title'))
  const { query } = useRoute()
  const requestedPart = new URLSearchParams(query).get('part')
  const part = advisorPartNames.find((name) => name === requestedPart) ?? 'talks'
  const { data } = useQuery({
    queryKey: ['advisor', 'state'],
    queryFn: ({ signal }) => requestBody<AdvisorState>('GET', 'advisor', { signal }),
  })
  const PartView = advisorParts[part]
  return (
    <div className="page wide advisor">
      <header className="page-head">
        <h1>{tAdvisor('title')}</h1>
        {data && <span className="badge">{data.lacks.length === 0 ? tAdvisor('answering') : tAdvisor('silent')}</span>}
      </header>
      <p className="lead">{tAdvisor('lead')}</p>
      <nav className="language-tabs" aria-label={tAdvisor('parts')}>
        {advisorPartNames.map((name) => (
          <button
            key={name}
            type="button"
            aria-current={name === part ? 'page' : undefined}
            onClick={() => setRouteQuery(new URLSearchParams({ part: name }), false)}
          >
            {tAdvisor(name)}
            {name === 'waiting' && data && data.waiting > 0 ? ` (${formatNumber(data.waiting)})` : ''}
          </button>
        ))}
      </nav>
      <PartView {...props} />
    </div>
  )
}
