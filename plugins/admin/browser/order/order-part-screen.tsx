// Opens the order of a shipment or a credit note: the order's screen shows its parts.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { recordQuery } from '../base/queries.js'
import { navigate } from '../base/routing.js'
import { toRecordPath } from '../base/screen-location.js'
import { FailureMessage } from '../shell/failure-message.js'
import { t } from '../wording/text.js'

interface OrderPartScreenProps {
  readonly entity: 'shipment' | 'credit-note'
  readonly id: number
}

export function OrderPartScreen({ entity, id }: OrderPartScreenProps): ReactNode {
  const { data, error, refetch } = useQuery(recordQuery(entity, id))
  const order = data?.record['sales_order_id']
  useEffect(() => {
    if (typeof order === 'number') void navigate(toRecordPath('sales-order', order), { replace: true })
  }, [order])
  if (error) return <FailureMessage error={error} retry={() => void refetch()} />
  return <p className="loading">{t('loading')}</p>
}
