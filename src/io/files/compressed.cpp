// SPDX-License-Identifier: MIT
// Text compressed by gzip, zlib or zstd, unpacked block by block so that a file that expands
// without end is given up in time; and a scene packed into an address, which the page unpacks with
// the browser's own decompression.
#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <new>
#include <string>

#define ZLIB_CONST  // zlib then takes const input
#include <zlib.h>
#include <zstd.h>

#include "base/memory_end.hpp"
#include "io/files/text_file.hpp"
#include "io/pictures/images.hpp"
#include "io/scene_file.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

constexpr std::size_t kBlock = 1 << 18;  // bytes that are unpacked at once

bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1F\x8B"); }

/// Hands the unpacked text to `take`, counts it against the limit, and words the errors.
class Output {
 public:
  Output(std::string_view file, std::string_view kind, const TakePart& take, std::uint64_t limit)
      : file_(Sentence::as_is(file)),
        kind_(Sentence::as_is(kind)),
        take_(take),
        limit_(limit),
        left_(limit) {}

  Status add(std::string_view block) {
    if (block.size() > left_)
      return Error{say("{}: decompressed it is larger than {}; record fewer frames", file_,
                       Sentence::as_is(size_text(limit_)))};
    left_ -= block.size();
    return take_(block);
  }
  Error truncated() const {
    return say("{}: the {} data is cut off; copy the whole file", file_, kind_);
  }
  Error corrupt(const Sentence& why) const {
    return say("{}: the {} data is corrupt ({}); compress it again", file_, kind_, why);
  }

 private:
  Sentence file_, kind_;
  const TakePart& take_;
  std::uint64_t limit_, left_;
};

// ---- gzip and zlib

struct Inflate {
  explicit Inflate(bool has_gzip_header)
      : is_ready(inflateInit2(&stream, (has_gzip_header ? 16 : 0) + MAX_WBITS) == Z_OK) {}
  z_stream stream{};
  bool is_ready;
  Inflate(const Inflate&) = delete;
  Inflate& operator=(const Inflate&) = delete;
  ~Inflate() { inflateEnd(&stream); }
};

// Unpacks one gzip member or zlib stream; `bytes` then begins after it.
Status inflate_member(Inflate& inflater, std::string_view& bytes, Output& out) {
  std::array<char, kBlock> block;
  z_stream& z = inflater.stream;
  for (int state = Z_OK; state != Z_STREAM_END;) {
    const std::size_t given = std::min(bytes.size(), kBlock);
    z.next_in = reinterpret_cast<const Bytef*>(bytes.data());
    z.avail_in = static_cast<uInt>(given);
    z.next_out = reinterpret_cast<Bytef*>(block.data());
    z.avail_out = static_cast<uInt>(block.size());
    state = inflate(&z, Z_NO_FLUSH);
    bytes.remove_prefix(given - z.avail_in);
    if (Status status = out.add({block.data(), block.size() - z.avail_out}); status.failed())
      return status;
    if (state == Z_BUF_ERROR || (state == Z_OK && bytes.empty() && z.avail_out > 0))
      return out.truncated();
    if (state != Z_OK && state != Z_STREAM_END)
      return out.corrupt(z.msg ? Sentence::as_is(z.msg) : "it needs a dictionary");
  }
  return {};
}

Status gunzip(std::string_view bytes, Output& out) {
  Inflate inflater(true);
  if (!inflater.is_ready) return out.corrupt("zlib cannot start");
  for (;;) {
    if (Status status = inflate_member(inflater, bytes, out); status.failed()) return status;
    // Tapes and disks pad the last block with zeros, which are no error.
    if (bytes.find_first_not_of('\0') == std::string_view::npos) return {};
    if (!is_gzip(bytes)) return out.corrupt("something else follows it");
    inflateReset(&inflater.stream);
  }
}

Status inflate_stream(std::string_view bytes, Output& out) {
  Inflate inflater(false);
  if (!inflater.is_ready) return out.corrupt("zlib cannot start");
  if (Status status = inflate_member(inflater, bytes, out); status.failed()) return status;
  if (!bytes.empty()) return out.corrupt("something else follows it");
  return {};
}

// ---- zstd

Status unzstd(std::string_view bytes, Output& out) {
  const std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> stream(ZSTD_createDStream(),
                                                                          &ZSTD_freeDStream);
  if (!stream) return out.corrupt("libzstd cannot start");
  std::array<char, kBlock> block;
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  for (;;) {
    ZSTD_outBuffer to{block.data(), block.size(), 0};
    const std::size_t hint = ZSTD_decompressStream(stream.get(), &to, &in);
    if (ZSTD_isError(hint)) return out.corrupt(Sentence::as_is(ZSTD_getErrorName(hint)));
    if (Status status = out.add({block.data(), to.pos}); status.failed()) return status;
    // all bytes are read, and a frame has just ended
    if (in.pos == in.size && hint == 0) return {};
    if (in.pos == in.size && to.pos < to.size) return out.truncated();
  }
}

/// Joins the parts that `give` hands to the function that it gets into one text; refuses what does
/// not fit in memory.
Result<std::string> whole_text(std::string_view file_name,
                               const std::function<Status(const TakePart&)>& give) {
  std::string text;
  const TakePart append = [&](std::string_view part) {
    text.append(part);
    return Status{};
  };
  Status status;
  if (!fits_in_memory([&] { status = give(append); }))
    return Error{say("{}: decompressed it is larger than the memory left; record fewer frames",
                     Sentence::as_is(file_name))};
  if (status.failed()) return status.error();
  return text;
}

}  // namespace

Status decompress(std::string_view bytes, std::string_view file_name, const TakePart& take,
                  std::uint64_t limit) {
  const bool gzip = is_gzip(bytes);
  Output out(file_name, gzip ? "gzip" : "zstd", take, limit);
  if (!is_compressed(bytes)) return out.add(bytes);
  return gzip ? gunzip(bytes, out) : unzstd(bytes, out);
}

Result<std::string> decompressed(std::string bytes, std::string_view file_name,
                                 std::uint64_t limit) {
  if (!is_compressed(bytes)) return bytes;
  return whole_text(file_name, [&](const TakePart& append) {
    return decompress(bytes, file_name, append, limit);
  });
}

Result<std::string> inflated(std::string_view bytes, std::string_view file_name,
                             std::uint64_t limit) {
  return whole_text(file_name, [&](const TakePart& append) {
    Output out(file_name, "zlib", append, limit);
    return inflate_stream(bytes, out);
  });
}

std::string packed_link(std::string_view text) {
  uLongf size = compressBound(static_cast<uLong>(text.size()));
  std::string packed(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                reinterpret_cast<const Bytef*>(text.data()), static_cast<uLong>(text.size()),
                Z_BEST_COMPRESSION) != Z_OK)
    throw std::bad_alloc();
  packed.resize(size);
  std::string code = encode_base64(packed);
  std::ranges::replace(code, '+', '-');
  std::ranges::replace(code, '/', '_');
  return "s=" + code.substr(0, code.find('='));
}

}  // namespace phasebox
