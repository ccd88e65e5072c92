require 'openssl'

# Whether a delivery is genuine. `env`: of Rack, so also of Rails (`request.env`); `body`: the bytes as received.
def genuine?(secret, env, body)
  timestamp = env['HTTP_X_SERVICE_TIMESTAMP'].to_s.b
  return false unless timestamp.match?(/\A[0-9]{1,12}\z/)
  return false if (Time.now.to_i - timestamp.to_i).abs > 300

  expected = OpenSSL::HMAC.hexdigest('SHA256', secret, "#{timestamp}.".b + body.b)
  # During the overlap of a rotation, the previous secrets sign as well.
  signatures = "#{env['HTTP_X_SERVICE_SIGNATURE']} #{env['HTTP_X_SERVICE_SIGNATURE_PREVIOUS']}"
  signatures.b.split(/ /).any? { |signature| OpenSSL.secure_compare(signature, expected) }
end
