// The screen of one record: its form, its child records and its actions.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { RecordList, AdminSessionReply } from '../../transport/shape.js'
import { requestBody } from '../ground/api.js'
import { recordQuery, entityShapeQuery } from '../ground/queries.js'
import { useRoute } from '../ground/routing.js'
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
  const given = [...new URLSearchParams(query)]
  return Object.fromEntries(given.map(([key, text]) => [key, /^\d{1,15}$/.test(text) ? Number(text) : text]))
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
  const known = id === 'only' ? (only.data ?? null) : id
  const wants = known !== null
  const { data: held, error: missing, refetch } = useQuery({ ...recordQuery(entity, known ?? 0), enabled: wants })
  const failed = error ?? missing ?? only.error
  if (failed && !held) return <FailureMessage error={failed} retry={() => void refetch()} />
  if (!shape || (id !== null && !held)) return <p className="loading">{t('loading')}</p>
  return <RecordForm key={held?.id ?? 'new'} shape={shape} first={held ?? null} preset={parsePreset(query)} session={session} />
}
