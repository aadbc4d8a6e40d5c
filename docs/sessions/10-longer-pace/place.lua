-- The load of `wrk`: each request places an order of one line for one of 10 000 customers.
math.randomseed(6)
local headers = {["Content-Type"] = "application/json"}
local template = '{"customerId":"c%d","currency":"EUR","lines":[{"productId":"p%d","quantity":%d,"unitPrice":"19.99"}],'
  .. '"shippingAddress":{"name":"Ada","line1":"1 Nut Street","city":"Kent","postalCode":"TN1","country":"GB"}}'
function request()
  local body = string.format(template, math.random(1, 10000), math.random(1, 500), math.random(1, 5))
  return wrk.format("POST", "/orders", headers, body)
end
