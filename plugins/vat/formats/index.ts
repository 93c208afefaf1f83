// The VAT id formats of all EU members and Northern Ireland.
import type { VatIdFormat } from 'product-configurator-service'
import { bulgaria, croatia, czechia, hungary, poland, romania, slovakia, slovenia } from './east.js'
import { denmark, estonia, finland, ireland, latvia, lithuania, northernIreland, sweden } from './north.js'
import { cyprus, greece, italy, malta, portugal, spain } from './south.js'
import { austria, belgium, france, germany, luxembourg, netherlands } from './west.js'

export const vatIdFormats: readonly VatIdFormat[] = [
  austria,
  belgium,
  bulgaria,
  cyprus,
  czechia,
  germany,
  denmark,
  estonia,
  greece,
  spain,
  finland,
  france,
  croatia,
  hungary,
  ireland,
  italy,
  lithuania,
  luxembourg,
  latvia,
  malta,
  netherlands,
  poland,
  portugal,
  romania,
  sweden,
  slovenia,
  slovakia,
  northernIreland,
]
