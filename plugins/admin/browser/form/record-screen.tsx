// The screen of one record: its form, its child records and its actions.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { RecordList, AdminSessionReply } from '../../api/shape.js'
import { requestBody } from '../base/api.js'
import { recordQuery, entityShapeQuery } from '../base/queries.js'
import { useRoute } from '../base/routing.js'
import { FailureMessage } from '../shell/failure-message.js'
import { adoptFormStyle } from '../style/form.js'
import { t } from '../wording/text.js'
import { RecordForm } from './record-form.js'

interface RecordScreenProps {
  readonly entity: string
  /** null for a new record, `only` for the single record of an entity. */
  readonly id: number | 'only' | null
  readonly session: AdminSessionReply
}

adoptFormStyle()

/** Initial values of a new record, from the address: `?page_id=12`. */
function parsePreset(query: string): Record<string, unknown> {
  const parameters = [...new URLSearchParams(query)]
  return Object.fromEntries(parameters.map(([key, text]) => [key, /^\d{1,15}$/.test(text) ? Number(text) : text]))
}

export function RecordScreen({ entity, id, session }: RecordScreenProps): ReactNode {
  const { query } = useRoute()
  const { data: shape, error } = useQuery(entityShapeQuery(entity))
  const only = useQuery({
    queryKey: ['only', entity],
    enabled: id === 'only',
    staleTime: Infinity,
    queryFn: async () => Number((await requestBody<RecordList>('GET', `records/${entity}?limit=1`)).data[0]?.['id'] ?? 0),
  })
  const recordId = id === 'only' ? (only.data ?? null) : id
  const hasId = recordId !== null
  const { data: stored, error: missing, refetch } = useQuery({ ...recordQuery(entity, recordId ?? 0), enabled: hasId })
  const failed = error ?? missing ?? only.error
  if (failed && !stored) return <FailureMessage error={failed} retry={() => void refetch()} />
  if (!shape || (id !== null && !stored)) return <p className="loading">{t('loading')}</p>
  return (
    <RecordForm key={stored?.id ?? 'new'} shape={shape} first={stored ?? null} preset={parsePreset(query)} session={session} />
  )
}
