package dev.cobnut.web.guide;

import dev.cobnut.framework.boundary.BoundaryCommand;
import dev.cobnut.framework.boundary.BoundaryGateway;
import dev.cobnut.web.answer.BoundaryAnswers;
import dev.cobnut.web.answer.BoundaryResource;
import dev.cobnut.web.guide.Vouchers.Issue;
import dev.cobnut.web.guide.Vouchers.Redeem;
import dev.cobnut.web.guide.Vouchers.Voucher;
import dev.cobnut.web.guide.Vouchers.VoucherCommand;
import dev.cobnut.web.request.Fingerprint;
import dev.cobnut.web.request.RequestHeaders;
import jakarta.servlet.http.HttpServletRequest;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/vouchers/{code}")
class VoucherController {

    private final BoundaryResource<Voucher, VoucherCommand> vouchers;
    private final BoundaryGateway<Voucher, VoucherCommand> gateway;

    VoucherController(BoundaryGateway<Voucher, VoucherCommand> gateway) {
        this.gateway = gateway;
        this.vouchers = BoundaryResource.of("voucher", gateway, Vouchers.NO_SUCH_VOUCHER);
    }

    @PutMapping("/customers/{customer}")
    ResponseEntity<Voucher> redeem(
            @PathVariable UUID code, @PathVariable UUID customer, HttpServletRequest request) {
        return vouchers.change(new Redeem(code, customer), request);
    }

    @GetMapping("/customers/{customer}")
    ResponseEntity<Voucher> voucher(@PathVariable UUID code, @PathVariable UUID customer) {
        return vouchers.read(new Redeem(code, customer), Voucher::issued);
    }

    private final BoundaryAnswers answers = BoundaryAnswers.of("voucher", Vouchers.NO_SUCH_VOUCHER);

    @PutMapping
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void issue(@PathVariable UUID code, HttpServletRequest request) {
        BoundaryCommand<Issue> issue =
                RequestHeaders.applied(
                        BoundaryCommand.of(new Issue(code)),
                        () -> Fingerprint.of("v1", "issue", code),
                        request);
        var _ = answers.accepted(gateway.send(issue), request);
    }
}
