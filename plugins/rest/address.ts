// The address under which the API lives, without language prefix.
export const apiRoot = '/svc-api/v1'
