# The sample in Ruby: reads a delivery a line as JSON from stdin, and writes its verdict a line to stdout.
require 'base64'
require 'json'
require ARGV.fetch(0)

$stdin.each_line do |line|
  delivery = JSON.parse(line)
  env = delivery['headers'].to_h { |name, value| ["HTTP_#{name.upcase.tr('-', '_')}", value] }
  puts genuine?(delivery['secret'], env, Base64.decode64(delivery['body'])).inspect
end
